import "server-only";

import { env } from "#lib/env.ts";
import { messageRenderer } from "#lib/session/links/message-renderer.ts";
import { sealSaleLink } from "#lib/session/links/sale-link.ts";
import type { LockAnswers } from "#lib/ticketing/carts.ts";
import type { Cart } from "#lib/ticketing/model/cart.ts";

/**
 * Returns what a service that sends mail needs with a lock; `undefined` for any other. The order's link shows nothing
 * before the payment.
 */
export async function mailOf(cart: Cart, locale: string): Promise<LockAnswers["mail"]> {
  const messages = await messageRenderer();
  if (messages === undefined || cart.sales.length === 0) return undefined;
  const link = await sealSaleLink(cart.sales.map(({ key }) => key));
  return { orderLink: `${env().FOYER_ORIGIN}/${locale}/sales/${link}`, messages };
}
