import { addMoney } from "#lib/domain/money/money.ts";
import type { Cart, CartSale } from "./cart.ts";

/** What a Cart can still do, as the service tells it. `undefined` is a Cart of which nothing is left. */
export type CartState = "reserved" | "paying" | "paid" | "expired";

/**
 * The clock ends a Cart only for what is shown: whether it may still be paid is the service's to say, and it may give
 * late buyers a grace.
 */
export function cartState(cart: Cart | undefined, now: Date): CartState {
  if (cart === undefined || cart.sales.length === 0) return "expired";
  const states = cart.sales.map(({ status }) => status);
  if (states.every((status) => status === "CONFIRMED")) return "paid";
  if (states.some((status) => status === "PROCESSING" || status === "UNFULFILLED")) return "paying";
  if (cart.secondsLeft !== undefined) return cart.secondsLeft > 0 ? "reserved" : "expired";
  return cart.expiresAt !== undefined && Date.parse(cart.expiresAt) <= now.getTime() ? "expired" : "reserved";
}

/** What of it nobody else can have now. Where a sale has no end of its own, the end of the Cart is its end. */
export function liveSales(cart: Cart, now: Date): readonly CartSale[] {
  const waiting = cart.sales.filter(({ status }) => status === "RESERVED" || status === "LOCKED");
  if (cartState({ ...cart, sales: waiting }, now) === "reserved") return waiting;
  return waiting.filter(({ expiresAt }) => expiresAt !== undefined && Date.parse(expiresAt) > now.getTime());
}

/**
 * What of a Cart is still to be paid, where a part has been. A service may count the paid part into its total, or
 * leave it out: with it counted in, the sum of what is left is the sum of its sales.
 */
export function unpaidPartOf(cart: Cart, paidKeys: readonly string[]): Cart {
  const isDone = ({ key, status }: CartSale) =>
    status === "CONFIRMED" || status === "UNFULFILLED" || paidKeys.includes(key);
  const rest = cart.sales.filter((sale) => !isDone(sale));
  if (rest.length === cart.sales.length || rest.length === 0) return { ...cart, sales: rest };
  const countsAll = cart.total.minor === sumOf(cart, cart.sales).minor;
  return { ...cart, sales: rest, total: countsAll ? sumOf(cart, rest) : cart.total };
}

function sumOf({ total: { currency } }: Cart, sales: readonly CartSale[]) {
  return sales.map(({ total }) => total).reduce(addMoney, { minor: 0, currency });
}

/** Something in it was reserved after the details were given, or unlocked since: it must be locked before it is paid. */
export function needsLock(cart: Cart): boolean {
  return cart.sales.some(({ status }) => status === "RESERVED");
}

/** Details are given and nothing in it can change before it is paid or unlocked. */
export function isLocked(cart: Cart): boolean {
  return cart.sales.some(({ status }) => status === "LOCKED");
}
