import "server-only";

import type { Cart } from "#lib/domain/cart/cart.ts";
import type { Buyer } from "#lib/domain/people/buyer.ts";
import { readSales } from "#lib/purchase/reconcile/read-sales.ts";
import { normalizeEmail } from "#lib/session/visit/payment-owner.ts";

/**
 * Returns whether every sale of a locked cart has this buyer's email, as far as the service returns buyers. Another
 * browser with an older cookie of the same cart may have locked it since, and the tickets would go to its email.
 */
export async function isLockedFor(cart: Cart, { email }: Buyer): Promise<boolean> {
  const reads = await readSales(cart.sales.map(({ key }) => key));
  return reads.every(
    ({ sale }) => sale && (sale.buyer === undefined || normalizeEmail(sale.buyer.email) === normalizeEmail(email)),
  );
}
