import "server-only";

import type { Cart } from "#lib/domain/cart/cart.ts";
import type { Buyer } from "#lib/domain/people/buyer.ts";
import { readSales } from "#lib/purchase/reconcile/read-sales.ts";
import { plainEmail } from "#lib/session/visit/payment-owner.ts";

/**
 * Whether every sale of a locked cart has this buyer's email, as far as the service tells of buyers. Somebody with an
 * older cookie of the same cart may have locked it since, and the tickets would go to their address.
 */
export async function isLockedFor(cart: Cart, { email }: Buyer): Promise<boolean> {
  const reads = await readSales(cart.sales.map(({ key }) => key));
  return reads.every(
    ({ sale }) => sale && (sale.buyer === undefined || plainEmail(sale.buyer.email) === plainEmail(email)),
  );
}
