import type { Cart } from "#lib/domain/cart.ts";

/** What a Cart can still do, as the service tells it. `undefined` is a Cart of which nothing is left. */
export type CartState = "held" | "paying" | "paid" | "ended";

/**
 * The clock ends a Cart only for what is shown: whether it may still be paid is the service's to say, and it may give
 * late buyers a grace.
 */
export function cartState(cart: Cart | undefined, now: Date): CartState {
  if (cart === undefined || cart.sales.length === 0) return "ended";
  const states = cart.sales.map(({ status }) => status);
  if (states.every((status) => status === "CONFIRMED")) return "paid";
  if (states.some((status) => status === "PROCESSING" || status === "UNFULFILLED")) return "paying";
  if (cart.secondsLeft !== undefined) return cart.secondsLeft > 0 ? "held" : "ended";
  return cart.expiresAt !== undefined && Date.parse(cart.expiresAt) <= now.getTime() ? "ended" : "held";
}

/** Something in it was reserved after the details were given, or unlocked since: it must be locked before it is paid. */
export function needsLock(cart: Cart): boolean {
  return cart.sales.some(({ status }) => status === "RESERVED");
}

/** Details are given and nothing in it can change before it is paid or unlocked. */
export function isLocked(cart: Cart): boolean {
  return cart.sales.some(({ status }) => status === "LOCKED");
}
