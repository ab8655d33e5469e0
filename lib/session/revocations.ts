import "server-only";

import { createHash } from "node:crypto";
import { join } from "node:path";
import { env } from "#lib/env.ts";
import { readJson, writeAtomically } from "#lib/runtime/files.ts";

/** What can be revoked before it expires. */
type Revocable = "checkout" | "promoter session";

/** Records across restarts that this id is no longer valid. Throws when the disk fails. */
export async function revoke(kind: Revocable, id: string): Promise<void> {
  if (!(await isRevoked(kind, id))) await writeAtomically(fileOf(kind, id), { revokedAt: new Date().toISOString() });
}

export async function isRevoked(kind: Revocable, id: string): Promise<boolean> {
  return (await readJson(fileOf(kind, id))) !== undefined;
}

/** Returns the folders. Their files may be removed after a month: what they revoke has expired by then. */
export function revocationFolders(): readonly string[] {
  return [folderOf("checkout"), folderOf("promoter session")];
}

function folderOf(kind: Revocable): string {
  return join(env().FOYER_DATA, "storefront", "revoked", kind.replaceAll(" ", "-"));
}

/** An id is a secret, so the file is named by its digest. */
function fileOf(kind: Revocable, id: string): string {
  return join(folderOf(kind), `${createHash("sha256").update(id).digest("hex")}.json`);
}
