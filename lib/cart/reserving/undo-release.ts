import "server-only";

import { type NewTotal, totalWithUndo } from "#lib/cart/new-total.ts";
import { freshOffering } from "#lib/cart/reserving/live-offering.ts";
import { type CheckoutState, checkoutState } from "#lib/purchase/checkout-state.ts";
import { mayReserve } from "#lib/security/may-reserve.ts";
import { newCheckoutId } from "#lib/session/purchase/sealed-purchase.ts";
import { takeUndo, type Undo } from "#lib/session/undo.ts";
import { currentUndo, forgetUndo } from "#lib/session/undo-cookie.ts";
import type { CartSale } from "#lib/ticketing/model/cart.ts";
import { isAnyReserved, type ReserveAgainResult, reserveAgain } from "./reserve-again.ts";

/** States in which nothing is reserved: a payment is open, or the paid tickets wait for the Buyer's email. */
const TOO_LATE = ["paying", "partly_paid", "email_needed"];

/**
 * Reserves again what this visitor removed last, into the present Cart or into a new one. `too_late`: there is nothing
 * to undo any more. `busy`: the visitor has reserved too often in a short time. A total: it is more than the page `said`, in
 * minor units, and nothing was tried. Undo stays offered where the service gave no answer and nothing is reserved.
 */
export async function undoLastRelease(
  locale: string,
  said: number,
  now: Date,
): Promise<ReserveAgainResult | NewTotal | "too_late" | "busy"> {
  const undo = await currentUndo();
  const checkout = await checkoutState(now);
  if (undo === undefined || TOO_LATE.includes(checkout.state)) return "too_late";
  if (!(await mayReserve(checkout.state === "reserved" ? checkout.purchase.cartId : undo.id))) return "busy";
  const use = await takeUndo(undo);
  if (use === undefined) return "too_late";

  let isUsed = false;
  try {
    const total = await totalWithUndo(undo, checkout.state === "reserved" ? checkout.cart : undefined, {
      now,
      read: freshOffering,
    });
    if (total !== undefined && !(total.total.minor <= said)) return total;
    const result = await undoRelease(undo, checkout, locale, now);
    const hasFailed = result.results.some(({ failed }) => failed !== undefined);
    isUsed = isAnyReserved(result) || !hasFailed;
    if (isUsed) await forgetUndo();
    return result;
  } finally {
    if (!isUsed) await use.giveBack();
  }
}

async function undoRelease(
  undo: Undo,
  checkout: CheckoutState,
  locale: string,
  now: Date,
): Promise<ReserveAgainResult> {
  const isReserved = checkout.state === "reserved";
  // What was paid earlier stays in the purchase: this browser may see its tickets.
  const paid = checkout.state === "paid" && { paidKeys: checkout.saleKeys };
  const before = isReserved ? checkout.purchase : { checkoutId: newCheckoutId(), cartId: "", ...paid };
  const reservations = undo.events.map((event) => ({ ...event, key: "" }));
  const purchase = { ...(undo.buyer && { buyer: undo.buyer }), ...before, reservations };
  return reserveAgain({
    previous: { purchase, ...(isReserved && { cart: checkout.cart }), codes: undo.codes },
    locale,
    now,
    name: `undo ${undo.id}`,
    ...(isReserved && { expired: checkout.expired }),
  });
}

/** Returns what Undo needs of sales that were just released. The codes stay with the Cart while it has other Events. */
export function releasedForUndo(
  { purchase: { buyer, reservations }, cart }: Extract<CheckoutState, { state: "reserved" }>,
  released: readonly CartSale[],
  isOneOfSeveral = false,
): Omit<Undo, "id"> {
  const codes = isOneOfSeveral ? [] : cart.codes.map(({ code }) => code);
  const events = released.map(({ key, eventId, eventName, lines }) => {
    const source = reservations.find((one) => one.key === key)?.source;
    return { eventId, eventName, lines, ...(source && { source }) };
  });
  return { at: Date.now(), events, isOneOfSeveral, codes, ...(buyer && { buyer }) };
}
