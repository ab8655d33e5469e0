import "server-only";

import { type Attempt, paidKeysOf } from "#lib/purchase/attempt.ts";
import { findAttempt } from "#lib/purchase/attempt-store.ts";
import { cartState, unpaidPartOf } from "#lib/purchase/cart-state.ts";
import { mayShowTickets } from "#lib/purchase/payment-owner.ts";
import { isReplaced } from "#lib/session/purchase/replaced-purchase.ts";
import { keysOf, type Purchase, type PurchaseReservation } from "#lib/session/purchase/sealed-purchase.ts";
import { getCart } from "#lib/ticketing/carts.ts";
import type { Cart } from "#lib/ticketing/model/cart.ts";
import type { SaleState } from "#lib/ticketing/model/reservation.ts";

/** The state of a visitor's purchase, from their cookie, the payment attempts and the cart at the service. */
export type CheckoutState =
  | { readonly state: "empty" }
  | { readonly state: "paid"; readonly saleKeys: readonly string[] }
  /** Paid, possibly by another browser: the tickets are shown after the Buyer's email was entered. */
  | {
      readonly state: "email_needed";
      readonly purchase: Purchase;
      readonly saleKeys: readonly string[];
      readonly attempt?: Attempt;
    }
  | { readonly state: "paying"; readonly purchase: Purchase; readonly attempt?: Attempt }
  /** A part is paid, and the visitor has not decided about the rest. */
  | { readonly state: "partly_paid"; readonly purchase: Purchase; readonly cart?: Cart; readonly attempt?: Attempt }
  | { readonly state: "expired"; readonly purchase: Purchase; readonly cart?: Cart; readonly attempt?: Attempt }
  | {
      readonly state: "reserved";
      readonly purchase: Purchase;
      readonly cart: Cart;
      readonly attempt?: Attempt;
      /** Reservations that expired so long ago that the service has removed them from the Cart. */
      readonly expired: readonly PurchaseReservation[];
    };

/** A purchase that can continue: the tickets are reserved, or have expired. */
export type OpenCheckout = Extract<CheckoutState, { state: "reserved" | "expired" }>;

/** Returns the state of a purchase. For an older checkout id of the same Cart, only the state of the payment is returned. */
export async function checkoutStateOf(purchase: Purchase | undefined, now: Date): Promise<CheckoutState> {
  if (purchase === undefined) return EMPTY;

  const [isOld, attempt] = await Promise.all([isReplaced(purchase), findAttempt(purchase.cartId)]);
  const { paidKeys: paidBefore = [], reservations } = purchase;
  if (attempt?.state === "paid") return paid(purchase, attempt, [...paidBefore, ...attempt.saleKeys]);
  if (attempt?.state === "open" || attempt?.state === "unfulfilled") return { state: "paying", purchase, attempt };
  const paidInPart = paidKeysOf(attempt);
  if (!mayShowTickets(purchase, attempt, paidInPart)) return paid(purchase, attempt, paidInPart);
  if (isOld) return EMPTY;
  if (reservations.length === 0) return paidBefore.length > 0 ? paid(purchase, attempt, paidBefore) : EMPTY;

  const known = [...reservations, ...paidBefore.map((key) => ({ key, eventId: 0, eventName: "", lines: [] }))];
  const whole = await getCart(purchase.cartId, known);
  const keys = whole?.sales.length ? whole.sales.map(({ key }) => key) : keysOf(purchase);
  const paidKeys = [...new Set([...paidBefore, ...paidInPart, ...keysIn(whole, "CONFIRMED")])];
  const tried = attempt && { attempt };
  if (keys.every((key) => paidKeys.includes(key))) return paid(purchase, attempt, paidKeys);
  const isReturned = paidKeys.length === 0 && keysIn(whole, "UNFULFILLED").length > 0;
  if (isReturned || keysIn(whole, "PROCESSING").length > 0) return { state: "paying", purchase, ...tried };

  const cart = whole && unpaidPartOf(whole, paidKeys);
  const checkout = { purchase, ...(cart && { cart }), ...tried };
  if (!mayShowTickets(purchase, attempt, paidKeys)) return paid(purchase, attempt, paidKeys);
  if (reservations.some(({ key }) => paidKeys.includes(key))) return { state: "partly_paid", ...checkout };
  if (cart === undefined || cartState(cart, now) !== "reserved") {
    // Another tab may have paid between the two reads: then the sales are gone from the cart because they are paid.
    const since = await findAttempt(purchase.cartId, "fresh");
    const isPaidSince = since !== undefined && (since.id !== attempt?.id || since.state !== attempt.state);
    return isPaidSince ? checkoutStateOf(purchase, now) : { state: "expired", ...checkout };
  }
  // A reservation of the Cart that the cookie does not know replaced one of its event: its response was lost.
  const inCookie = keysOf(purchase);
  const replaced = cart.sales.filter(({ key }) => !inCookie.includes(key)).map(({ eventId }) => eventId);
  const expired = reservations.filter(({ key, eventId }) => !keys.includes(key) && !replaced.includes(eventId));
  if (expired.length === 0) return { state: "reserved", ...checkout, cart, expired };
  // The total that was shown included the expired tickets: a lower total is not a price change.
  const { total: _before, ...rest } = purchase;
  return { state: "reserved", ...checkout, purchase: rest, cart, expired };
}

const EMPTY: CheckoutState = { state: "empty" };

function paid(purchase: Purchase, attempt: Attempt | undefined, paidKeys: readonly string[]): CheckoutState {
  const saleKeys = [...new Set(paidKeys)];
  if (mayShowTickets(purchase, attempt, saleKeys)) return { state: "paid", saleKeys };
  return { state: "email_needed", purchase, saleKeys, ...(attempt && { attempt }) };
}

function keysIn(cart: Cart | undefined, state: SaleState): readonly string[] {
  return cart?.sales.filter(({ status }) => status === state).map(({ key }) => key) ?? [];
}
