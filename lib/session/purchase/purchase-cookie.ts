import "server-only";

import { cache } from "react";
import { readCookie, removeCookie, storeCookie } from "#lib/session/cookies.ts";
import { secondsUntil } from "#lib/ticketing/model/reservation.ts";
import { CART_MARK } from "./cart-mark.ts";
import {
  PURCHASE_COOKIE,
  PURCHASE_SECONDS,
  type Purchase,
  sealPurchase,
  unsealPurchase,
  type VisitContent,
  withNewId,
} from "./sealed-purchase.ts";

export { keysOf, type Purchase, type PurchaseReservation, RESERVATIONS_MAX, sourceOf } from "./sealed-purchase.ts";

/** The header and the page of one request open the same cookie. */
const unsealedOnce = cache(unsealPurchase);

export async function currentPurchase(): Promise<Purchase | undefined> {
  const sealed = await readCookie(PURCHASE_COOKIE);
  return sealed === undefined ? undefined : unsealedOnce(sealed);
}

/**
 * Stores the purchase under a new checkout id, whatever id the browser sent. For reserve and lock. `takesOver`: another response may
 * have stored a purchase of this Cart.
 */
export async function rememberPurchase(content: VisitContent, takesOver = false): Promise<Purchase> {
  return amendPurchase(withNewId(content, await currentPurchase(), takesOver));
}

/**
 * Stores the purchase under the same checkout id, so that the forms in a second tab stay valid. A reservation that the cookie
 * has already keeps its source, which the service does not return.
 */
export async function amendPurchase(content: Purchase): Promise<Purchase> {
  const before = new Map((await currentPurchase())?.reservations.map((one) => [one.key, one.source]));
  const reservations = content.reservations.map((one) => {
    const source = one.source ?? before.get(one.key);
    return { ...one, ...(source && { source }) };
  });
  const purchase = { ...content, reservations };
  await storeCookie(PURCHASE_COOKIE, await sealPurchase(purchase), PURCHASE_SECONDS);
  const { expiresAt } = content;
  const seconds = expiresAt === undefined ? PURCHASE_SECONDS : secondsUntil(expiresAt, new Date());
  await markCart(reservations.length > 0 ? seconds : 0);
  return purchase;
}

/** Stores a purchase of which everything is paid. */
export async function keepPaid(purchase: Purchase): Promise<void> {
  await amendPurchase(purchase);
  await markCart(0);
}

export async function forgetPurchase(): Promise<void> {
  await removeCookie(PURCHASE_COOKIE);
  await markCart(0);
}

/** Removes a mark without a purchase, where the browser has one. */
export async function unmarkCart(): Promise<void> {
  if ((await readCookie(CART_MARK)) !== undefined) await markCart(0);
}

/** Sets the mark for so many seconds; 0 removes it. */
async function markCart(maxAge: number): Promise<void> {
  await storeCookie(CART_MARK, maxAge > 0 ? "1" : "", maxAge);
}
