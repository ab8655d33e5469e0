import type { Cart, CartSale } from "#lib/ticketing/model/cart.ts";
import { addMoney } from "#lib/ticketing/model/money.ts";
import type { SaleState } from "#lib/ticketing/model/reservation.ts";

/** Returns whether a sale in this state waits for payment. Its time may be over. */
export function isUnpaid(state: SaleState): boolean {
  return state === "RESERVED" || state === "LOCKED";
}

/** The state of a Cart, from its sales. An absent Cart is `expired`. */
export type CartState = "reserved" | "paying" | "paid" | "expired";

/**
 * Returns the state of a Cart. Its end by the clock is for display only: the service decides whether it may still be
 * paid, and may accept a late payment.
 */
export function cartState(cart: Cart | undefined, now: Date): CartState {
  if (cart === undefined || cart.sales.length === 0) return "expired";
  const states = cart.sales.map(({ status }) => status);
  if (states.every((status) => status === "CONFIRMED")) return "paid";
  if (states.some((status) => status === "PROCESSING" || status === "UNFULFILLED")) return "paying";
  if (cart.secondsLeft !== undefined) return cart.secondsLeft > 0 ? "reserved" : "expired";
  return cart.expiresAt !== undefined && Date.parse(cart.expiresAt) <= now.getTime() ? "expired" : "reserved";
}

/** Returns the end of a reservation (ISO 8601), where it is known. Some services return only the seconds left. */
export function reservedUntil(
  { cart, purchase }: { readonly cart: Cart; readonly purchase: { readonly expiresAt?: string } },
  now: Date,
): string | undefined {
  const { secondsLeft } = cart;
  const bySeconds = secondsLeft === undefined ? undefined : new Date(now.getTime() + secondsLeft * 1000).toISOString();
  return cart.expiresAt ?? purchase.expiresAt ?? bySeconds;
}

/** Returns the unpaid sales that are still reserved. A sale without its own end has the end of its Cart. */
export function liveSales(cart: Cart, now: Date): readonly CartSale[] {
  const waiting = cart.sales.filter(({ status }) => isUnpaid(status));
  if (cartState({ ...cart, sales: waiting }, now) === "reserved") return waiting;
  return waiting.filter(({ expiresAt }) => expiresAt !== undefined && Date.parse(expiresAt) > now.getTime());
}

/**
 * Returns the part of a Cart that is not paid yet. A service may include the paid part in the Cart's total or leave it
 * out: where it is included, the new total is the sum of the remaining sales.
 */
export function unpaidPartOf(cart: Cart, paidKeys: readonly string[]): Cart {
  const isDone = ({ key, status }: CartSale) =>
    status === "CONFIRMED" || status === "UNFULFILLED" || paidKeys.includes(key);
  const rest = cart.sales.filter((sale) => !isDone(sale));
  if (rest.length === cart.sales.length || rest.length === 0) return { ...cart, sales: rest };
  const countsAll = cart.total.minor === sumOf(cart, cart.sales).minor;
  return { ...cart, sales: rest, total: countsAll ? sumOf(cart, rest) : cart.total };
}

/** Returns the sum of some sales of a Cart. */
export function sumOf({ total: { currency } }: Cart, sales: readonly CartSale[]) {
  return sales.map(({ total }) => total).reduce(addMoney, { minor: 0, currency });
}

/**
 * Returns whether a sale was reserved after the details were given, or unlocked since. It must be locked before
 * payment.
 */
export function needsLock(cart: Cart): boolean {
  return cart.sales.some(({ status }) => status === "RESERVED");
}

/** Returns whether the details are given and the Cart cannot change before it is paid or unlocked. */
export function isLocked(cart: Cart): boolean {
  return cart.sales.some(({ status }) => status === "LOCKED");
}
