import "server-only";

import { createHash, createHmac } from "node:crypto";
import { cleanEmail } from "#lib/i18n/typed-text.ts";
import type { Attempt } from "#lib/purchase/attempt.ts";
import type { PaymentOwner } from "#lib/purchase/attempt-store.ts";
import { isSame, keysFor } from "#lib/security/seal.ts";
import type { Purchase } from "#lib/session/purchase/sealed-purchase.ts";
import { isServiceSilent } from "#lib/telemetry/current-request.ts";
import { TicketingFault } from "#lib/ticketing/client/fault.ts";

/**
 * Returns what an attempt records of the browser that pays: digests of the checkout id that its response carries, and
 * of the Buyer's email.
 */
export function paymentOwner({ checkoutId, cartId, buyer }: Purchase): PaymentOwner {
  const [newest] = keysFor("buyer email");
  const checkoutDigest = checkoutDigestOf(checkoutId);
  return { checkoutDigest, ...(buyer && { emailDigest: emailDigest(newest, cartId, buyer.email) }) };
}

/** Returns the digest of a checkout id. The id has 128 random bits, so it cannot be guessed from the digest. */
export function checkoutDigestOf(checkoutId: string): string {
  return createHash("sha256").update(checkoutId).digest("base64url");
}

/**
 * Returns whether this purchase may see the tickets of these paid sales without entering the email. Throws TicketingFault where the
 * service has not answered whether its device has lost them.
 */
export function mayShowTickets(purchase: Purchase, attempt: Attempt | undefined, saleKeys: readonly string[]): boolean {
  if (saleKeys.length > 0 && isServiceSilent())
    throw new TicketingFault("It is not known whether this device has lost the order.");
  return isOwnPayment(purchase, attempt, saleKeys);
}

/**
 * Returns whether this purchase has paid these sales: it saw their tickets before, or the payment issued its checkout id. An older id of
 * the same Cart may have been planted by a stranger.
 */
export function isOwnPayment(purchase: Purchase, attempt: Attempt | undefined, saleKeys: readonly string[]): boolean {
  if (saleKeys.every((key) => purchase.paidKeys?.includes(key))) return true;
  return attempt?.owners?.includes(checkoutDigestOf(purchase.checkoutId)) ?? false;
}

/**
 * Returns whether this is the Buyer's email, compared in constant time. False for an attempt without a recorded email.
 */
export function isBuyersEmail({ cartId, emailDigest: expected }: Attempt, email: string): boolean {
  return keysFor("buyer email").some((key) => isSame(emailDigest(key, cartId, email), expected ?? ""));
}

/** Keyed, since an email can be guessed from a plain digest. */
function emailDigest(key: Uint8Array, cartId: string, email: string): string {
  return createHmac("sha256", key)
    .update(`${cartId} ${normalizeEmail(email)}`)
    .digest("base64url");
}

/** Returns an email in its compared form: letter case is ignored. */
export function normalizeEmail(email: string): string {
  return cleanEmail(email).normalize("NFC").toLowerCase();
}
