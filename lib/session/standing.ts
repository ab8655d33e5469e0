import "server-only";

import type { Attempt } from "#lib/domain/attempt.ts";
import type { Cart } from "#lib/domain/cart.ts";
import { cartState } from "#lib/domain/cart-state.ts";
import { findAttempt } from "#lib/memory/attempts.ts";
import { currentVisit } from "#lib/session/cart-cookie.ts";
import type { Visit } from "#lib/session/visit.ts";
import { getCart } from "#lib/ticketing/carts.ts";

/** Where a visitor stands in their purchase: the cookie says who, the attempts what was tried, the service what is. */
export type Standing =
  | { readonly at: "nothing" }
  | { readonly at: "paid"; readonly saleKeys: readonly string[] }
  | { readonly at: "paying"; readonly visit: Visit; readonly attempt?: Attempt }
  | { readonly at: "ended"; readonly visit: Visit; readonly cart?: Cart; readonly attempt?: Attempt }
  | { readonly at: "held"; readonly visit: Visit; readonly cart: Cart; readonly attempt?: Attempt };

/** Asked by every page and action of the checkout, and afresh by each: a cookie may be older than the payment. */
export async function standing(now: Date): Promise<Standing> {
  const visit = await currentVisit();
  if (visit === undefined) return { at: "nothing" };

  const attempt = await findAttempt(visit.cartId);
  if (attempt?.state === "paid") return { at: "paid", saleKeys: attempt.saleKeys };
  if (attempt?.state === "open" || attempt?.state === "unfulfilled") return { at: "paying", visit, attempt };

  const cart = await getCart(visit.cartId);
  const known = { visit, ...(cart && { cart }), ...(attempt && { attempt }) };
  switch (cartState(cart, now)) {
    case "paid":
      return { at: "paid", saleKeys: cart?.sales.map(({ key }) => key) ?? visit.keys };
    case "paying":
      return { at: "paying", visit, ...(attempt && { attempt }) };
    case "ended":
      return { at: "ended", ...known };
    case "held":
      return cart ? { at: "held", ...known, cart } : { at: "ended", ...known };
  }
}
