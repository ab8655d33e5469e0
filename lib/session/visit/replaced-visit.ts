import "server-only";

import { log } from "#lib/log.ts";
import { newestIssuedAt, recordIssuedAt } from "#lib/state/newest-checkout-ids.ts";
import { isRevoked, revoke } from "#lib/state/revocations.ts";
import type { Visit } from "./visit.ts";

/**
 * True where a newer checkout id has been seen: one that replaced this one, or one of the same cart that was issued
 * later, which ends also an id that somebody made from an older cookie and kept unseen. Until then the older id counts,
 * since the answer with the new one may have been lost on its way.
 */
export async function isReplaced({ checkoutId, replaces, cartId, issuedAt = 0 }: Visit): Promise<boolean> {
  const [isEnded, newest] = await Promise.all([isRevoked("checkout", checkoutId), newestIssuedAt(cartId)]);
  if (isEnded || issuedAt < newest) return true;
  if (replaces !== undefined) await revoke("checkout", replaces).catch(notWritten);
  if (issuedAt > newest) await recordIssuedAt(cartId, issuedAt).catch(notWritten);
  return false;
}

/** Whoever is buying is not stopped by a full disk. */
function notWritten(): void {
  log("alarm", "A replaced checkout id could not be revoked.");
}
