import "server-only";

import { isRevoked, revoke } from "#lib/session/revocations.ts";
import { newestIssuedAt, recordIssuedAt } from "#lib/session/visit/newest-checkout-ids.ts";
import { log } from "#lib/telemetry/log.ts";
import type { Visit } from "./visit.ts";

/**
 * Returns whether a newer checkout id has been seen: one that replaced this one, or one of the same cart that was
 * issued later. The second ends also an id that was made from an older cookie and kept unused. Until then the older id
 * is valid, since the response with the new one may have been lost.
 */
export async function isReplaced({ checkoutId, replaces, cartId, issuedAt = 0 }: Visit): Promise<boolean> {
  const [isEnded, newest] = await Promise.all([isRevoked("checkout", checkoutId), newestIssuedAt(cartId)]);
  if (isEnded || issuedAt < newest) return true;
  if (replaces !== undefined) await revoke("checkout", replaces).catch(logNotWritten);
  if (issuedAt > newest) await recordIssuedAt(cartId, issuedAt).catch(logNotWritten);
  return false;
}

/** A full disk does not stop a purchase. */
function logNotWritten(): void {
  log("alarm", "A replaced checkout id could not be revoked.");
}
