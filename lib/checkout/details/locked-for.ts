import "server-only";

import { normalizeEmail } from "#lib/purchase/payment-owner.ts";
import { readSales } from "#lib/purchase/read-sales.ts";
import type { Buyer } from "#lib/ticketing/model/buyer.ts";
import type { Cart } from "#lib/ticketing/model/cart.ts";

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
