import "server-only";

import { paidKeysOf } from "#lib/purchase/attempt.ts";
import { findAttempt } from "#lib/purchase/attempt-store.ts";
import { currentPurchase } from "#lib/session/purchase/purchase-cookie.ts";
import { isReplaced } from "#lib/session/purchase/replaced-purchase.ts";
import { secondsUntil, ticketCount } from "#lib/ticketing/model/reservation.ts";

/** The visitor's cart as the header of a page shows it. It contains no key. */
export type OpenCart = {
  readonly eventIds: readonly number[];
  /** The number of tickets; 0 once they have expired. */
  readonly count: number;
  /** Absent with a service that names no end. */
  readonly secondsLeft?: number;
};

/** Returns the visitor's cart, from their cookie and the payment attempts, without reading the cart. */
export async function openCart(now: Date): Promise<OpenCart | undefined> {
  const purchase = await currentPurchase();
  if (purchase === undefined) return undefined;
  const [isOld, attempt] = await Promise.all([isReplaced(purchase), findAttempt(purchase.cartId)]);
  if (isOld || attempt?.state === "paid" || attempt?.state === "unfulfilled") return undefined;
  const paid = paidKeysOf(attempt);
  const unpaid = purchase.reservations.filter(({ key }) => !paid.includes(key));
  if (unpaid.length === 0) return undefined;
  const { expiresAt } = purchase;
  if (expiresAt !== undefined && Date.parse(expiresAt) <= now.getTime()) return EXPIRED;
  return {
    eventIds: [...new Set(unpaid.map(({ eventId }) => eventId))],
    // If the lines did not fit into the cookie, each reservation counts as one ticket.
    count: Math.max(unpaid.length, ticketCount(unpaid.flatMap(({ lines }) => lines))),
    ...(expiresAt !== undefined && { secondsLeft: secondsUntil(expiresAt, now) }),
  };
}

const EXPIRED: OpenCart = { eventIds: [], count: 0, secondsLeft: 0 };
