import "server-only";

import type { TicketedSale } from "#lib/orders/tickets.ts";
import { isBuyersEmail, normalizeEmail } from "#lib/session/visit/payment-owner.ts";
import { findAttempt } from "#lib/state/attempts.ts";

/** Returns whether this is the email of the sales, or, where the service does not return it, that of the payment. */
export async function isBuyerOf(sales: readonly TicketedSale[], email: string): Promise<boolean> {
  const known = await Promise.all(
    sales.map(async ({ sale }) => {
      if (sale.buyer !== undefined) return normalizeEmail(sale.buyer.email) === normalizeEmail(email);
      const attempt = sale.cartId === undefined ? undefined : await findAttempt(sale.cartId);
      return attempt !== undefined && isBuyersEmail(attempt, email);
    }),
  );
  return known.length > 0 && !known.includes(false);
}
