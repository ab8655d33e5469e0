import "server-only";

import { liveSales } from "#lib/purchase/cart-state.ts";
import { extendPlaces, forgetPlaces } from "#lib/security/live-reservations.ts";
import { extendCart, getCart, unlockCart } from "#lib/ticketing/carts.ts";
import { undefinedOnFault } from "#lib/ticketing/client/fault.ts";
import type { Cart, CartSale } from "#lib/ticketing/model/cart.ts";
import { ticketCount } from "#lib/ticketing/model/reservation.ts";
import { releaseAll } from "#lib/ticketing/reservations.ts";

/**
 * Releases these reservations, and returns whether all of them are released. Released places no longer count towards a
 * limit.
 */
export async function releaseReserved(keys: readonly string[]): Promise<boolean> {
  const released = await releaseAll(keys);
  forgetPlaces(released);
  return released.length === keys.length;
}

/** Releases expired sales and unlocks the Cart, so that more can be reserved into it. Returns the sales that remain. */
export async function prepareCart(cart: Cart, now: Date): Promise<readonly CartSale[]> {
  const live = liveSales(cart, now);
  const expired = cart.sales.filter((sale) => !live.includes(sale));
  await releaseReserved(expired.map(({ key }) => key));
  if (live.some(({ status }) => status === "LOCKED")) await unlockCart(cart.id);
  return live;
}

type Refused = Extract<Awaited<ReturnType<typeof extendCart>>, { ok: false }>;

/**
 * Extends a Cart, and returns it where it can be read. Limits of places refuse no extension; the places of each sale
 * count until its own new end. The seconds in the service's answer are those of the sale that ends first.
 */
export async function extendReserved(
  cartId: string,
  network: string | undefined,
): Promise<Refused | { readonly ok: true; readonly cart?: Cart }> {
  const extension = await extendCart(cartId);
  if (!extension.ok) return extension;
  const cart = await undefinedOnFault(getCart(cartId));
  if (cart === undefined) return { ok: true };
  const now = new Date();
  const leastEnd = now.getTime() + extension.secondsLeft * 1000;
  const extended = liveSales(cart, now).map(({ key, eventId, lines, expiresAt = cart.expiresAt }) => ({
    key,
    eventId,
    places: ticketCount(lines),
    endsAt: expiresAt === undefined ? leastEnd : Date.parse(expiresAt),
  }));
  extendPlaces(cartId, network, extended);
  return { ok: true, cart };
}
