import "server-only";

import { releaseReserved } from "#lib/cart/reserving/release-and-extend.ts";
import { oneAtATime, recentAnswers } from "#lib/runtime/concurrency.ts";
import { getCart, newCartId } from "#lib/ticketing/carts.ts";
import type { Cart } from "#lib/ticketing/model/cart.ts";

/** Longer than a reservation, so that the next press finds what the last one reserved. */
const KEPT_MS = 20 * 60_000;
/** Far more visits than begin to buy within that time. */
const KEPT_MAX = 50_000;

const begun = recentAnswers<string | undefined>("carts of visits that begin to buy", {
  keptMs: KEPT_MS,
  max: KEPT_MAX,
  kept: (cartId) => cartId !== undefined,
});

/** Where a visitor without a Cart reserves. */
export type BegunCart = {
  /** Absent where the service names no cart before the reservation: then a lost answer leaves open what is reserved. */
  readonly cartId?: string;
  /** The Cart, where the visitor has tried before: it has what was reserved without their knowledge. */
  readonly cart?: Cart;
};

/**
 * Calls `reserve` with the Cart of a visit (`visitId`) that has none yet. It is known before the first reservation is sent, and
 * the same for every press of the visit: the next press finds what the last one reserved, whichever answer was lost. The presses of
 * one visit wait for each other. Throws TicketingFault, and has reserved nothing, where the service names no cart because of a fault.
 */
export async function inBegunCart<T>(visit: string | undefined, reserve: (begun: BegunCart) => Promise<T>): Promise<T> {
  if (visit === undefined) return reserve(await newCart());
  return oneAtATime(`begin ${visit}`, async () => reserve(await cartOfVisit(visit)));
}

/**
 * Returns the id of such a Cart after releasing what an earlier try has reserved in it; `undefined` where the service names none.
 * For reservations of several events.
 */
export function emptyCartId(visit: string | undefined): Promise<string | undefined> {
  return inBegunCart(visit, async ({ cartId, cart }) => {
    await releaseReserved(cart?.sales.map(({ key }) => key) ?? []);
    return cartId;
  });
}

async function cartOfVisit(visit: string): Promise<BegunCart> {
  let isNew = false;
  const cartId = await begun.get(visit, () => {
    isNew = true;
    return newCartId();
  });
  if (cartId === undefined) return {};
  if (isNew) return { cartId };
  const cart = await getCart(cartId);
  if (cart?.sales.every(({ status }) => status === "RESERVED" || status === "LOCKED")) return { cartId, cart };
  // It is paid, or the service has removed it.
  begun.forget(visit);
  return cartOfVisit(visit);
}

async function newCart(): Promise<BegunCart> {
  const cartId = await newCartId();
  return cartId === undefined ? {} : { cartId };
}
