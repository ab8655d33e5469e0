import "server-only";

import { createHash } from "node:crypto";
import { join } from "node:path";
import { z } from "zod";
import { env } from "#lib/env.ts";
import { readJson, writeAtomically } from "#lib/runtime/files.ts";

const record = z.object({ issuedAt: z.number() });

/** Returns when the newest checkout id that was seen of this cart was issued, in ms; 0 where none was seen. */
export async function newestIssuedAt(cartId: string): Promise<number> {
  return record.safeParse(await readJson(fileOf(cartId))).data?.issuedAt ?? 0;
}

/** Records the time across restarts. Throws when the disk fails. */
export async function recordIssuedAt(cartId: string, issuedAt: number): Promise<void> {
  await writeAtomically(fileOf(cartId), { issuedAt });
}

/** Returns the folder. Its files may be removed after a month: by then no cookie of their carts is valid. */
export function newestCheckoutIdsFolder(): string {
  return join(env().FOYER_DATA, "storefront", "newest-issues");
}

/** A cart's id is a secret, so the file is named by its digest. */
function fileOf(cartId: string): string {
  return join(newestCheckoutIdsFolder(), `${createHash("sha256").update(cartId).digest("hex")}.json`);
}
