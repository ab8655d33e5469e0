import "server-only";

import { releaseReserved } from "#lib/cart/reserving/release-and-extend.ts";
import { isUnpaid } from "#lib/purchase/cart-state.ts";
import { oneAtATime } from "#lib/runtime/concurrency.ts";
import { begunCart, endBegunCart, rememberBegunCart } from "#lib/session/begun-carts.ts";
import { getCart, newCartId } from "#lib/ticketing/carts.ts";
import type { Cart } from "#lib/ticketing/model/cart.ts";

/** Where a visitor without a Cart reserves. */
export type BegunCart = {
  /** Absent where the service names no cart before the reservation: then a lost answer leaves open what is reserved. */
  readonly cartId?: string;
  /** The Cart, where the visitor has tried before: it has what was reserved without their knowledge. */
  readonly cart?: Cart;
};

/**
 * Calls `reserve` with the Cart of a visit (`visitId`) that has none yet. It is known before the first reservation is sent, and
 * the same for every press of the visit until its browser shows the purchase: the next press finds what the last one reserved,
 * whichever answer was lost. The presses of one visit wait for each other. Throws TicketingFault, and has reserved nothing, where
 * the service names no cart because of a fault.
 */
export async function inBegunCart<T>(visit: string | undefined, reserve: (begun: BegunCart) => Promise<T>): Promise<T> {
  if (visit === undefined) return reserve(withId(await newCartId()));
  return oneAtATime(`begin ${visit}`, async () => reserve(await cartOfVisit(visit)));
}

/**
 * Calls `reserve` with the id of such a Cart after releasing what an earlier try has reserved in it; without one where the service
 * names none. For reservations of several events.
 */
export function inEmptyCart<T>(
  visit: string | undefined,
  reserve: (cartId: string | undefined) => Promise<T>,
): Promise<T> {
  return inBegunCart(visit, async ({ cartId, cart }) => {
    await releaseReserved(cart?.sales.map(({ key }) => key) ?? []);
    return reserve(cartId);
  });
}

async function cartOfVisit(visit: string): Promise<BegunCart> {
  const begun = begunCart(visit);
  const cart = begun === undefined ? undefined : await getCart(begun);
  if (begun !== undefined && cart?.sales.every(({ status }) => isUnpaid(status))) return { cartId: begun, cart };
  // It is paid, or the service has removed it.
  if (begun !== undefined) endBegunCart(begun);
  const cartId = await newCartId();
  if (cartId !== undefined) rememberBegunCart(visit, cartId);
  return withId(cartId);
}

function withId(cartId: string | undefined): BegunCart {
  return cartId === undefined ? {} : { cartId };
}
