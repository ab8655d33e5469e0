import "server-only";

import { extendReserved } from "#lib/cart/reserving/reserved-places.ts";
import type { OpenCheckout } from "#lib/purchase/checkout-state-of.ts";
import { visitorNetwork } from "#lib/security/visitor-network.ts";
import { amendVisit } from "#lib/session/visit/visit-cookie.ts";

type Extension = Awaited<ReturnType<typeof extendReserved>>;

/** Extends the reservations of a checkout as far as the service allows, and stores their new end in the visit. */
export async function extendCheckout({ visit }: OpenCheckout): Promise<Extension> {
  const extension = await extendReserved(visit.cartId, await visitorNetwork());
  if (!extension.ok) return extension;
  const expiresAt = extension.cart?.expiresAt;
  await amendVisit({ ...visit, ...(expiresAt !== undefined && { expiresAt }) });
  return extension;
}
