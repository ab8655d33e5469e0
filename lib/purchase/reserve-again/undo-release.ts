import "server-only";

import type { CartSale } from "#lib/domain/cart/cart.ts";
import type { CheckoutState } from "#lib/purchase/checkout-state.ts";
import type { Undo } from "#lib/session/undo/undo.ts";
import { newCheckoutId } from "#lib/session/visit/visit.ts";
import { reserveAgain } from "./reserve-again.ts";
import type { ReserveAgainResult } from "./reserve-missing.ts";

/** Reserves again what was just removed, into the present cart or into a new one. */
export async function undoRelease(
  undo: Undo,
  checkout: CheckoutState,
  locale: string,
  now: Date,
): Promise<ReserveAgainResult> {
  const isReserved = checkout.state === "reserved";
  // What was paid earlier stays with the visit: its tickets are this browser's to see.
  const paid = checkout.state === "paid" && { paidKeys: checkout.saleKeys };
  const before = isReserved ? checkout.visit : { checkoutId: newCheckoutId(), cartId: "", ...paid };
  const reservations = undo.events.map((event) => ({ ...event, key: "" }));
  const visit = { ...(undo.buyer && { buyer: undo.buyer }), ...before, reservations };
  return reserveAgain({
    previous: { visit, ...(isReserved && { cart: checkout.cart }), codes: undo.codes },
    locale,
    now,
    name: `undo ${undo.id}`,
    ...(isReserved && { expired: checkout.expired }),
  });
}

/** What Undo needs to know of sales that were just removed. The codes stay with the Cart while other events are in it. */
export function releasedForUndo(
  { visit: { buyer }, cart }: Extract<CheckoutState, { state: "reserved" }>,
  released: readonly CartSale[],
  isOneOfSeveral = false,
): Omit<Undo, "id"> {
  const codes = isOneOfSeveral ? [] : cart.codes.map(({ code }) => code);
  const events = released.map(({ eventId, eventName, lines }) => ({ eventId, eventName, lines }));
  return { at: Date.now(), events, isOneOfSeveral, codes, ...(buyer && { buyer }) };
}
