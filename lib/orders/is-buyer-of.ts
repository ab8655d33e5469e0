import "server-only";

import type { TicketedSale } from "#lib/orders/tickets.ts";
import { findAttempt } from "#lib/purchase/attempt-store.ts";
import { isBuyersEmail, normalizeEmail } from "#lib/purchase/payment-owner.ts";

/**
 * Returns whether this is the email of a paid sale, or, where the service does not return it, the email of the payment. One
 * match is enough: a change of the email that failed halfway leaves an order with two.
 */
export async function isBuyerOf(sales: readonly TicketedSale[], email: string): Promise<boolean> {
  const paid = sales.filter(({ sale }) => sale.status === "CONFIRMED");
  const known = await Promise.all(
    (paid.length > 0 ? paid : sales).map(async ({ sale }) => {
      if (sale.buyer !== undefined) return normalizeEmail(sale.buyer.email) === normalizeEmail(email);
      const attempt = sale.cartId === undefined ? undefined : await findAttempt(sale.cartId);
      return attempt !== undefined && isBuyersEmail(attempt, email);
    }),
  );
  return known.includes(true);
}
