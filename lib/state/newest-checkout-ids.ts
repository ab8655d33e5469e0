import "server-only";

import { createHash } from "node:crypto";
import { join } from "node:path";
import { z } from "zod";
import { env } from "#lib/env.ts";
import { readWhole, writeWhole } from "#lib/files.ts";

const record = z.object({ issuedAt: z.number() });

/** Returns when the newest checkout id of this cart that was seen was issued, in ms; 0 where none was. */
export async function newestIssuedAt(cartId: string): Promise<number> {
  return record.safeParse(await readWhole(fileOf(cartId))).data?.issuedAt ?? 0;
}

/** Records it across restarts. Throws when the disk does not take it. */
export async function recordIssuedAt(cartId: string, issuedAt: number): Promise<void> {
  await writeWhole(fileOf(cartId), { issuedAt });
}

/** The folder, whose files may go after a month: no cookie of their carts is left by then. */
export function newestCheckoutIdsFolder(): string {
  return join(env().FOYER_DATA, "storefront", "newest-issues");
}

/** A cart's id opens it: the file's name gives none away. */
function fileOf(cartId: string): string {
  return join(newestCheckoutIdsFolder(), `${createHash("sha256").update(cartId).digest("hex")}.json`);
}
