import { paidKeysOf } from "#lib/purchase/attempt.ts";
import { findAttempt } from "#lib/purchase/attempt-store.ts";
import { currentPurchase } from "#lib/session/purchase/purchase-cookie.ts";
import { isReplaced } from "#lib/session/purchase/replaced-purchase.ts";
import { ticketCount } from "#lib/ticketing/model/reservation.ts";

/**
 * The event page's notice for a returning visitor: "2 tickets in your cart". It contains no key, and needs no call to the
 * ticketing service.
 */
export type CartNotice = { readonly eventIds: readonly number[]; readonly eventName: string; readonly count: number };

export async function GET(): Promise<Response> {
  const headers = { "Cache-Control": "private, no-store", "Cross-Origin-Resource-Policy": "same-origin" };
  return Response.json({ cart: await cartNotice(new Date()) }, { headers });
}

async function cartNotice(now: Date): Promise<CartNotice | null> {
  const purchase = await currentPurchase();
  if (purchase === undefined || (purchase.expiresAt !== undefined && Date.parse(purchase.expiresAt) <= now.getTime()))
    return null;
  const attempt = await findAttempt(purchase.cartId);
  if (attempt?.state === "paid" || attempt?.state === "unfulfilled" || (await isReplaced(purchase))) return null;
  const paid = paidKeysOf(attempt);
  const unpaid = purchase.reservations.filter(({ key }) => !paid.includes(key));
  const [last] = unpaid.slice(-1);
  if (last === undefined) return null;
  const eventIds = [...new Set(unpaid.map(({ eventId }) => eventId))];
  // If the lines did not fit into the cookie, each reservation counts as one ticket.
  const count = Math.max(unpaid.length, ticketCount(unpaid.flatMap(({ lines }) => lines)));
  return { eventIds, eventName: last.eventName, count };
}
