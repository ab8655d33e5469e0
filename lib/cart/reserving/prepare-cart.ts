import "server-only";

import { releaseReserved } from "#lib/cart/reserving/release-and-extend.ts";
import { liveSales } from "#lib/purchase/cart-state.ts";
import { unlockCart } from "#lib/ticketing/carts.ts";
import type { Cart, CartSale } from "#lib/ticketing/model/cart.ts";

/** Releases expired sales and unlocks the Cart, so that more can be reserved into it. Returns the sales that remain. */
export async function prepareCart(cart: Cart, now: Date): Promise<readonly CartSale[]> {
  const live = liveSales(cart, now);
  const expired = cart.sales.filter((sale) => !live.includes(sale));
  await releaseReserved(expired.map(({ key }) => key));
  if (live.some(({ status }) => status === "LOCKED")) await unlockCart(cart.id);
  return live;
}
