import "server-only";

import type { freshOffering, offeringNow } from "#lib/cart/reserving/live-offering.ts";
import { costToday, typeOnSale } from "#lib/cart/todays-prices.ts";
import { liveSales, sumOf } from "#lib/purchase/cart-state.ts";
import type { OpenCheckout } from "#lib/purchase/checkout-state-of.ts";
import type { PurchaseReservation } from "#lib/session/purchase/sealed-purchase.ts";
import type { Undo } from "#lib/session/undo.ts";
import { undefinedOnFault } from "#lib/ticketing/client/fault.ts";
import { quote } from "#lib/ticketing/codes.ts";
import type { Cart } from "#lib/ticketing/model/cart.ts";
import { addMoney, type Money } from "#lib/ticketing/model/money.ts";
import type { SelectionLine } from "#lib/ticketing/model/reservation.ts";

/** What a Cart would cost. `isAtMost`: discounts may take something off, and the service does not say how much. */
export type NewTotal = { readonly total: Money; readonly isAtMost: boolean };

/** When, and how fresh: a page shares its reads with others, and what is reserved next is read by itself. */
type Reading = { readonly now: Date; readonly read: typeof offeringNow | typeof freshOffering };

type EventLines = { readonly eventId: number; readonly lines: readonly SelectionLine[] };

/**
 * Returns the total of a Cart with these tickets reserved at the prices of today, as far as they are on sale. `undefined` where it is
 * not known, or none of them is.
 */
async function totalWith(
  events: readonly EventLines[],
  cart: Cart | undefined,
  codes: readonly string[],
  { now, read }: Reading,
): Promise<NewTotal | undefined> {
  const typed = codes.join(" ");
  const offerings = await Promise.all(events.map(({ eventId }) => read(eventId, typed)));
  const onSale = events.flatMap(({ eventId, lines }, at) => {
    const offering = offerings[at];
    const kept = lines.flatMap(({ ticketTypeId, quantity }) => {
      const type = typeOnSale(offering, ticketTypeId);
      return type?.saleStatus === "ON_SALE"
        ? [{ ticketTypeId, quantity: Math.min(quantity, type.available ?? quantity) }]
        : [];
    });
    return kept.length > 0 ? [{ eventId, lines: kept, offering }] : [];
  });
  const [first] = onSale;
  if (first === undefined) return undefined;
  const live = cart === undefined ? [] : liveSales(cart, now);
  const cartId = live.length > 0 ? cart?.id : undefined;
  const quoted = onSale.length === 1 ? quote(first.eventId, first.lines, { cartId, codes: typed }) : undefined;
  const exact = quoted && (await undefinedOnFault(quoted));
  if (exact) return { total: exact.total, isAtMost: false };
  const costs = onSale.map(({ lines, offering }) => costToday(lines, offering));
  const before = cart && live.length > 0 ? [sumOf(cart, live)] : [];
  const total = [...before, ...costs].reduce((sum, cost) => (sum && cost ? addMoney(sum, cost) : undefined));
  const hasDiscounts = offerings.some((offering) => (offering?.discounts.length ?? 0) > 0);
  return total && { total, isAtMost: hasDiscounts || typed !== "" };
}

/** Returns what a Cart costs with what was removed last. */
export function totalWithUndo(undo: Undo, cart: Cart | undefined, reading: Reading): Promise<NewTotal | undefined> {
  return totalWith(undo.events, cart, cart?.codes.map(({ code }) => code) ?? undo.codes, reading);
}

/** Returns what a Cart costs with its expired tickets reserved again. */
export function totalWithExpired(checkout: OpenCheckout, reading: Reading): Promise<NewTotal | undefined> {
  const { cart } = checkout;
  const inCart = cart?.sales ?? [];
  const live = cart ? liveSales(cart, reading.now) : [];
  const expired = [...inCart.filter((sale) => !live.includes(sale)), ...removedReservations(checkout)];
  return totalWith(expired, cart, cart?.codes.map(({ code }) => code) ?? [], reading);
}

/** Returns the reservations that expired so long ago that the service has removed them from the Cart. */
export function removedReservations(checkout: OpenCheckout): readonly PurchaseReservation[] {
  if (checkout.state === "reserved") return checkout.expired;
  const { purchase, cart } = checkout;
  return purchase.reservations.filter(({ key }) => !cart?.sales.some((sale) => sale.key === key));
}
