import "server-only";

import type { Attempt, SaleResult } from "#lib/purchase/attempt.ts";
import { AttemptNotWritten, openAttempt, type PaymentOwner, settleAttempt } from "#lib/purchase/attempt-store.ts";
import { paymentStatusOf } from "#lib/purchase/payment-status.ts";
import { readingOf, readSales, saleResultsOf } from "#lib/purchase/read-sales.ts";
import { orderIn, orderOf, reportPayment, type SentResult } from "#lib/purchase/report-payment.ts";
import { log } from "#lib/telemetry/log.ts";
import { payCart } from "#lib/ticketing/carts.ts";
import { CredentialRefused } from "#lib/ticketing/client/fault.ts";
import type { Cart, SalesPaid } from "#lib/ticketing/model/cart.ts";
import type { PaymentMeans } from "#lib/ticketing/payment-means.ts";

/**
 * `joined`: another press pays or has paid; this one sent nothing and does not own the payment. `not_written`: the attempt could not
 * be stored, and nothing was sent.
 */
export type PaymentResult = SentResult | "joined" | "not_written";

/**
 * Stores an attempt, then sends the payment once. A second press or tab joins the open attempt and sends nothing. The
 * amount is the service's.
 */
export async function payOnce(cart: Cart, means: readonly PaymentMeans[], owner: PaymentOwner): Promise<PaymentResult> {
  const keys = cart.sales.map(({ key }) => key);
  const opened = await openAttempt(cart.id, { amount: cart.total, keys, owner }).catch((fault: unknown) => {
    if (!(fault instanceof AttemptNotWritten)) throw fault;
    log("alarm", "No payment can be sent: its attempt could not be written.", { fault: String(fault.cause) });
    return undefined;
  });
  if (opened === undefined) return "not_written";
  const { attempt, joined } = opened;
  if (joined) return "joined";
  const { result, order } = await sendOnce(attempt, cart, means);
  reportPayment(attempt.id, result, order);
  return result;
}

/** What came of the attempt, with the reference of the order where the service has said it. */
type Sent = { readonly result: SentResult; readonly order?: string | undefined };

async function sendOnce(attempt: Attempt, cart: Cart, means: readonly PaymentMeans[]): Promise<Sent> {
  const payment = await payCart(cart.id, cart.total, means, attempt.id).catch(async (fault: unknown) => {
    // The credential was refused, so nothing was charged: the attempt is settled and does not block the next press.
    if (fault instanceof CredentialRefused) await settleAttempt(attempt, "not_charged");
    throw fault;
  });

  if (payment === "not_known") return { result: "not_known" };
  if (payment === "read_back") return afterReading(attempt, cart);
  if (payment === "paid_if_sales_agree") return afterSuccess(attempt, cart);
  if (payment === "refused_if_sales_agree") return afterRefusal(attempt, cart, "must_agree");
  if (!payment.ok && payment.refusal === "some_paid") return afterPart(attempt, cart, payment);
  // A refusal that names no sale is not definite for several: reading the sales shows whether one was paid.
  if (!payment.ok && payment.refusal === "card_refused" && cart.sales.length > 1) return afterRefusal(attempt, cart);
  const order = orderOf(payment.reference);
  if (!payment.ok) {
    await settleAttempt(attempt, payment.refusal === "card_refused" ? "refused" : "not_charged");
    return { result: payment.refusal, order };
  }
  await settleAttempt(attempt, "paid");
  return { result: "paid", order };
}

/** The service did not charge this time. The sales show whether an earlier payment was charged. */
async function afterReading(attempt: Attempt, cart: Cart): Promise<Sent> {
  const reads = await readSales(keysIn(cart));
  const status = paymentStatusOf(reads.map(readingOf));
  const order = orderIn(reads);
  if (status === "waiting" || status === "unfulfilled") return { result: "not_known", order };
  if (status === "mixed") return settleMixed(attempt, saleResultsOf(reads, cart.sales), order);
  await settleAttempt(attempt, status === "paid" ? "paid" : "not_charged");
  return { result: status === "paid" ? "paid" : "unpaid", order };
}

/** The result is "not_known" until the answer and the sales agree. */
async function afterPart(attempt: Attempt, cart: Cart, reported: SalesPaid): Promise<Sent> {
  const reads = await readSales(keysIn(cart));
  const agree = reads.every(({ key, read }) => (read === "CONFIRMED") === reported.paidKeys.includes(key));
  if (!agree || paymentStatusOf(reads.map(readingOf)) !== "mixed") return { result: "not_known" };
  return settleMixed(attempt, saleResultsOf(reads, cart.sales, reported), orderIn(reads));
}

/** The service paid, as far as its answer can be read. Where a sale says otherwise, the checking page reads on. */
async function afterSuccess(attempt: Attempt, cart: Cart): Promise<Sent> {
  const reads = await readSales(keysIn(cart));
  if (paymentStatusOf(reads.map(readingOf)) !== "paid") return { result: "not_known" };
  await settleAttempt(attempt, "paid");
  return { result: "paid", order: orderIn(reads) };
}

/** A sale that cannot be read counts as refused, unless all `must_agree`: then only the sales make the refusal certain. */
async function afterRefusal(attempt: Attempt, cart: Cart, sales?: "must_agree"): Promise<Sent> {
  const reads = await readSales(keysIn(cart));
  const status = paymentStatusOf(reads.map(readingOf));
  const order = orderIn(reads);
  if (status === "mixed") return settleMixed(attempt, saleResultsOf(reads, cart.sales), order);
  if (reads.some(({ read }) => read === "PROCESSING" || read === "CONFIRMED")) return { result: "not_known", order };
  const agree = reads.every(({ read }) => read === "RESERVED" || read === "LOCKED");
  if (sales === "must_agree" && !agree) return { result: "not_known", order };
  await settleAttempt(attempt, "refused");
  return { result: "card_refused", order };
}

async function settleMixed(attempt: Attempt, results: readonly SaleResult[], order?: string): Promise<Sent> {
  await settleAttempt(attempt, "mixed", results);
  return { result: "mixed", order };
}

function keysIn({ sales }: Cart): readonly string[] {
  return sales.map(({ key }) => key);
}
