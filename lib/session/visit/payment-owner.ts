import "server-only";

import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { Attempt } from "#lib/domain/payment/attempt.ts";
import { keysFor } from "#lib/security/seal.ts";
import type { PaymentOwner } from "#lib/state/attempts.ts";
import type { Visit } from "./visit.ts";

/** What an attempt records of the browser that pays: the checkout id that its answer carries, and the Buyer's email. */
export function paymentOwner({ checkoutId, cartId, buyer }: Visit): PaymentOwner {
  const [newest] = keysFor("buyer email");
  const checkoutDigest = checkoutDigestOf(checkoutId);
  return { checkoutDigest, ...(buyer && { emailDigest: emailDigest(newest, cartId, buyer.email) }) };
}

/** 128 random bits: nobody finds an id by its digest. */
export function checkoutDigestOf(checkoutId: string): string {
  return createHash("sha256").update(checkoutId).digest("base64url");
}

/**
 * True where this visit may be shown the tickets of these paid sales without a question: it had them before, or its
 * checkout id is the one that the payment issued. An older id of the same Cart may be a stranger's, who planted it.
 */
export function mayShowTickets(visit: Visit, attempt: Attempt | undefined, saleKeys: readonly string[]): boolean {
  if (saleKeys.every((key) => visit.paidKeys?.includes(key))) return true;
  return attempt?.owners?.includes(checkoutDigestOf(visit.checkoutId)) ?? false;
}

/** Compares in constant time. False for an attempt that recorded no email. */
export function isBuyersEmail({ cartId, emailDigest: expected }: Attempt, email: string): boolean {
  return keysFor("buyer email").some((key) => isSame(emailDigest(key, cartId, email), expected ?? ""));
}

/** Keyed, since an email can be guessed from a plain digest. */
function emailDigest(key: Uint8Array, cartId: string, email: string): string {
  return createHmac("sha256", key)
    .update(`${cartId} ${plainEmail(email)}`)
    .digest("base64url");
}

/** Letters in either case are one address here: nobody has two mailboxes that differ by that alone. */
export function plainEmail(email: string): string {
  return email.trim().normalize("NFC").toLowerCase();
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
