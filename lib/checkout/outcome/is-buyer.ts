import "server-only";

import type { CheckoutState } from "#lib/purchase/checkout-state-of.ts";
import { isBuyersEmail, normalizeEmail } from "#lib/purchase/payment-owner.ts";
import { readSales } from "#lib/purchase/read-sales.ts";

type Paid = Pick<Extract<CheckoutState, { state: "email_needed" }>, "attempt" | "saleKeys">;

/** Returns whether this is the email of the payment; where none was recorded, whether it is the email of the sales. */
export async function isBuyer({ attempt, saleKeys }: Paid, email: string): Promise<boolean> {
  if (attempt?.emailDigest !== undefined) return isBuyersEmail(attempt, email);
  const emails = (await readSales(saleKeys)).map(({ sale }) => normalizeEmail(sale?.buyer?.email ?? ""));
  return emails.length > 0 && emails.every((known) => known !== "" && known === normalizeEmail(email));
}
