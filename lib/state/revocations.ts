import "server-only";

import { createHash } from "node:crypto";
import { join } from "node:path";
import { env } from "#lib/env.ts";
import { readWhole, writeWhole } from "#lib/files.ts";

/** What can be revoked before it ends by itself. */
export type Revocable = "checkout" | "promoter session";

/** Records for good, across restarts, that this id no longer counts. Throws when the disk does not take it. */
export async function revoke(kind: Revocable, id: string): Promise<void> {
  if (!(await isRevoked(kind, id))) await writeWhole(fileOf(kind, id), { revokedAt: new Date().toISOString() });
}

export async function isRevoked(kind: Revocable, id: string): Promise<boolean> {
  return (await readWhole(fileOf(kind, id))) !== undefined;
}

/** The folders, whose files may go after a month: what they revoke has ended by itself by then. */
export function revocationFolders(): readonly string[] {
  return [folderOf("checkout"), folderOf("promoter session")];
}

function folderOf(kind: Revocable): string {
  return join(env().FOYER_DATA, "storefront", "revoked", kind.replaceAll(" ", "-"));
}

/** An id opens something: the file's name gives none away. */
function fileOf(kind: Revocable, id: string): string {
  return join(folderOf(kind), `${createHash("sha256").update(id).digest("hex")}.json`);
}
