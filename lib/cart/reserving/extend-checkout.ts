import "server-only";

import { extendReserved } from "#lib/cart/reserving/release-and-extend.ts";
import type { OpenCheckout } from "#lib/purchase/checkout-state-of.ts";
import { visitorNetwork } from "#lib/security/visitor-network.ts";
import { amendPurchase } from "#lib/session/purchase/purchase-cookie.ts";

type Extension = Awaited<ReturnType<typeof extendReserved>>;

/** Extends the reservations of a checkout as far as the service allows, and stores their new end in the purchase. */
export async function extendCheckout({ purchase }: OpenCheckout): Promise<Extension> {
  const extension = await extendReserved(purchase.cartId, await visitorNetwork());
  if (!extension.ok) return extension;
  const expiresAt = extension.cart?.expiresAt;
  await amendPurchase({ ...purchase, ...(expiresAt !== undefined && { expiresAt }) });
  return extension;
}
