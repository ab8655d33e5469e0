import "server-only";

import { cheaperToday } from "#lib/cart/cheaper-today.ts";
import { codesOf, freshOffering } from "#lib/cart/reserving/live-offering.ts";
import { type ReserveResult, reserveInto } from "#lib/cart/reserving/reserve.ts";
import { byType } from "#lib/cart/todays-prices.ts";
import { liveSales } from "#lib/purchase/cart-state.ts";
import type { OpenCheckout } from "#lib/purchase/checkout-state-of.ts";

/**
 * Reserves the tickets of an event again at the lower prices of today. `undefined`: the Cart would not cost as little as the page
 * said, in minor units, and nothing was tried.
 */
export async function takeTodaysPrice(
  checkout: OpenCheckout,
  eventId: number,
  said: number,
  now: Date,
): Promise<ReserveResult | undefined> {
  if (checkout.state !== "reserved") return undefined;
  const { cart } = checkout;
  const offering = await freshOffering(eventId, codesOf(cart));
  const total = await cheaperToday(cart, eventId, offering, now);
  if (total === undefined || !(total.minor <= said)) return undefined;
  const lines = liveSales(cart, now).flatMap((sale) => (sale.eventId === eventId ? sale.lines : []));
  const form = { eventId, wanted: byType(lines), shown: undefined, code: undefined, source: undefined };
  // The tickets are those that are reserved already, at other prices.
  return reserveInto(checkout, form, { offering, proof: undefined, now, keepsId: true, isAnew: true });
}
