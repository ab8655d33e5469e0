import "server-only";

import { recordTimeOrLocal, timeOf } from "#lib/security/records/revocation-times.ts";
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
  const [isEnded, { atMs: newest }] = await Promise.all([
    isRevoked("checkout", checkoutId),
    timeOf("newest-issue", cartId),
  ]);
  if (isEnded || issuedAt < newest) return true;
  endBegunCart(cartId);
  await Promise.all([
    replaces !== undefined && revoke("checkout", replaces).catch(logNotWritten),
    issuedAt > newest && recordTimeOrLocal("newest-issue", [cartId], issuedAt).catch(logNotWritten),
  ]);
  return false;
}

/** A full disk does not stop a purchase, nor does a service that is late. */
function logNotWritten(): void {
  log("alarm", "A replaced checkout id could not be revoked.");
}
