import "server-only";

import { createHash } from "node:crypto";
import { join } from "node:path";
import { z } from "zod";
import { env } from "#lib/env.ts";
import { readJson, writeAtomically } from "#lib/runtime/files.ts";
import { endBegunCart } from "#lib/session/begun-carts.ts";
import { isRevoked, revoke } from "#lib/session/revocations.ts";
import { log } from "#lib/telemetry/log.ts";
import type { Purchase } from "./sealed-purchase.ts";

/**
 * Returns whether a newer checkout id has been seen: one that replaced this one, or one of the same cart that was issued later.
 * The second case also ends an id that was made from an older cookie and kept unused. Until then the older id is valid, since
 * the response with the new one may have been lost.
 */
export async function isReplaced({ checkoutId, replaces, cartId, issuedAt = 0 }: Purchase): Promise<boolean> {
  const [isEnded, newest] = await Promise.all([isRevoked("checkout", checkoutId), newestIssuedAt(cartId)]);
  if (isEnded || issuedAt < newest) return true;
  endBegunCart(cartId);
  if (replaces !== undefined) await revoke("checkout", replaces).catch(logNotWritten);
  if (issuedAt > newest) await recordIssuedAt(cartId, issuedAt).catch(logNotWritten);
  return false;
}

/** A full disk does not stop a purchase. */
function logNotWritten(): void {
  log("alarm", "A replaced checkout id could not be revoked.");
}

const record = z.object({ issuedAt: z.number() });

/** Returns when the newest checkout id that was seen of this cart was issued, in ms; 0 where none was seen. */
async function newestIssuedAt(cartId: string): Promise<number> {
  return record.safeParse(await readJson(fileOf(cartId))).data?.issuedAt ?? 0;
}

/** Records the time across restarts. Throws when the disk fails. */
async function recordIssuedAt(cartId: string, issuedAt: number): Promise<void> {
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
