import "server-only";

import type { Cart, PaymentRefusal, SalesPaid } from "#lib/domain/cart/cart.ts";
import type { SaleResult } from "#lib/domain/payment/attempt.ts";
import { paymentStatusOf } from "#lib/domain/payment/payment-status.ts";
import { log } from "#lib/log.ts";
import { readingOf, readSales } from "#lib/purchase/reconcile/read-sales.ts";
import { saleResultsOf } from "#lib/purchase/reconcile/sale-results.ts";
import { openAttempt, type PaymentOwner, settleAttempt } from "#lib/state/attempts.ts";
import { payCart } from "#lib/ticketing/carts.ts";
import { CredentialRefused } from "#lib/ticketing/client/fault.ts";
import type { PaymentMeans } from "#lib/ticketing/payment-means.ts";

/**
 * `not_known`: nobody can say yet; the checking page knows how it results. `joined`: another press is paying already, or has
 * paid; this one has sent nothing, and none of its ids owns the payment. `mixed`: some sales are
 * paid and some are not; the receipt says which. `unpaid`: the service did not charge and the sales say so too; what
 * is left of the Cart must be looked at.
 */
export type Paid = "paid" | "not_known" | "joined" | "mixed" | "unpaid" | PaymentRefusal;

/**
 * Written down, then sent, once. A second press or tab joins the first one's attempt and sends nothing. The amount is
 * the service's own.
 */
export async function payOnce(cart: Cart, means: readonly PaymentMeans[], owner: PaymentOwner): Promise<Paid> {
  const keys = cart.sales.map(({ key }) => key);
  const { attempt, joined } = await openAttempt(cart.id, { amount: cart.total, keys, owner });
  if (joined) return "joined";

  const payment = await payCart(cart.id, cart.total, means, attempt.id).catch(async (fault: unknown) => {
    // Turned away at the door: nothing was charged, and the next press must not wait for an answer to this one.
    if (fault instanceof CredentialRefused) await settleAttempt(attempt.id, "not_charged");
    throw fault;
  });

  if (payment === "not_known") {
    log("warn", "Nobody can say yet whether this attempt paid.", { attempt: attempt.id });
    return "not_known";
  }
  if (payment === "read_back") return afterReading(attempt.id, cart);
  if (!payment.ok && payment.refusal === "some_paid") return afterPart(attempt.id, cart, payment);
  // A refusal that names no sale says nothing of each: only they can tell that none of several was paid.
  if (!payment.ok && payment.refusal === "card_refused" && keys.length > 1) return afterRefusal(attempt.id, cart);
  if (!payment.ok) {
    await settleAttempt(attempt.id, payment.refusal === "card_refused" ? "refused" : "not_charged");
    return payment.refusal;
  }
  await settleAttempt(attempt.id, "paid");
  return "paid";
}

/** The service did not charge this time. Whether somebody was charged before is what the sales themselves say. */
async function afterReading(attemptId: string, cart: Cart): Promise<Paid> {
  const reads = await readSales(keysIn(cart));
  const status = paymentStatusOf(reads.map(readingOf));
  if (status === "waiting" || status === "unfulfilled") return "not_known";
  if (status === "mixed") return settleMixed(attemptId, saleResultsOf(reads, cart.sales));
  await settleAttempt(attemptId, status === "paid" ? "paid" : "not_charged");
  return status === "paid" ? "paid" : "unpaid";
}

/** The answer and the sales must be of one mind before anything is told; until they are, the checking page asks on. */
async function afterPart(attemptId: string, cart: Cart, said: SalesPaid): Promise<Paid> {
  const reads = await readSales(keysIn(cart));
  const agree = reads.every(({ key, read }) => (read === "CONFIRMED") === said.paidKeys.includes(key));
  if (!agree || paymentStatusOf(reads.map(readingOf)) !== "mixed") return "not_known";
  return settleMixed(attemptId, saleResultsOf(reads, cart.sales, said));
}

async function afterRefusal(attemptId: string, cart: Cart): Promise<Paid> {
  const reads = await readSales(keysIn(cart));
  const status = paymentStatusOf(reads.map(readingOf));
  if (status === "mixed") return settleMixed(attemptId, saleResultsOf(reads, cart.sales));
  if (reads.some(({ read }) => read === "PROCESSING" || read === "CONFIRMED")) return "not_known";
  await settleAttempt(attemptId, "refused");
  return "card_refused";
}

async function settleMixed(attemptId: string, results: readonly SaleResult[]): Promise<Paid> {
  await settleAttempt(attemptId, "mixed", results);
  return "mixed";
}

function keysIn({ sales }: Cart): readonly string[] {
  return sales.map(({ key }) => key);
}
