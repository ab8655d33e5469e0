import "server-only";

import { setTimeout as pause } from "node:timers/promises";
import type { Attempt } from "#lib/purchase/attempt.ts";
import { findAttempt, settleAttempt } from "#lib/purchase/attempt-store.ts";
import type { CheckoutState } from "#lib/purchase/checkout-state.ts";
import { mayShowTickets } from "#lib/purchase/payment-owner.ts";
import {
  combineReadings,
  isPastTimeouts,
  needsSupport,
  type PaymentStatus,
  paymentStatusOf,
} from "#lib/purchase/payment-status.ts";
import { readingOf, readSales, saleResultsOf } from "#lib/purchase/read-sales.ts";
import { orderIn, reportPayment } from "#lib/purchase/report-payment.ts";
import type { Purchase } from "#lib/session/purchase/purchase-cookie.ts";
import { isServiceSilent } from "#lib/telemetry/current-request.ts";
import { log } from "#lib/telemetry/log.ts";

type ReconciledPayment = {
  readonly status: PaymentStatus;
  readonly attempt?: Attempt;
  readonly saleKeys: readonly string[];
};

const BETWEEN_READS_MS = 1_000;

/** Reads the sales to find the result of the last attempt, and records a definite one. It never pays. */
export async function reconcilePayment(purchase: Purchase, now: Date): Promise<ReconciledPayment> {
  const attempt = await findAttempt(purchase.cartId);
  const saleKeys = attempt?.saleKeys ?? purchase.reservations.map(({ key }) => key);
  const { state } = attempt ?? {};
  if (attempt && (state === "paid" || state === "unfulfilled" || state === "mixed"))
    return { status: state, attempt, saleKeys };

  const reads = await readSales(saleKeys);
  const first = paymentStatusOf(reads.map(readingOf));
  // Without an attempt no pay call was sent, so one reading is certain.
  if (attempt === undefined) return { status: first, saleKeys };
  // This attempt did not pay, but another one may have, so the sales decide. If the attempt decided, this page and the pay page
  // would redirect to each other.
  if (state !== "open") return { status: first === "not_found" ? "unpaid" : first, attempt, saleKeys };

  const isUncertain = first === "unpaid" || first === "not_found" || first === "mixed";
  const second = isUncertain && isPastTimeouts(attempt.openedAt, now) ? await readAgain(saleKeys) : undefined;
  const status = combineReadings(first, second);
  if (status === "paid" || status === "unfulfilled") await settleAttempt(attempt, status);
  if (status === "mixed") await settleAttempt(attempt, "mixed", saleResultsOf(reads, purchase.reservations));
  if (status === "unpaid") await settleAttempt(attempt, "not_charged");
  if (status !== "waiting" && status !== "not_found") reportPayment(attempt.id, status, orderIn(reads));
  if (status === "not_found") log("alarm", "A sale that was being paid for no longer exists.", { attempt: attempt.id });
  return { status, attempt, saleKeys };
}

/** Longer than the response of the payment takes to reach another tab of this browser. */
const RESPONSE_ARRIVES_MS = 5_000;

/**
 * Returns the status to show to this purchase. The response with the checkout id of the payment may still be on its way to this
 * browser: the Buyer's email is asked for only after some time.
 */
export function shownStatus(
  purchase: Purchase,
  { status, attempt, saleKeys }: ReconciledPayment,
  now: Date,
): PaymentStatus | "email_needed" {
  if (status !== "paid" && status !== "mixed") return status;
  // Whether this device has lost the order is asked again.
  if (isServiceSilent()) return "waiting";
  if (mayShowTickets(purchase, attempt, saleKeys)) return status;
  const settledMs = attempt?.settledAt === undefined ? now.getTime() : Date.parse(attempt.settledAt);
  return attempt && now.getTime() - settledMs < RESPONSE_ARRIVES_MS ? "waiting" : "email_needed";
}

async function readAgain(saleKeys: readonly string[]): Promise<PaymentStatus> {
  await pause(BETWEEN_READS_MS);
  return paymentStatusOf((await readSales(saleKeys)).map(readingOf));
}

/**
 * Returns whether an unsettled payment no longer blocks another purchase: after ten minutes support must settle it, and a
 * payment whose sale no longer exists is never settled.
 */
export async function allowsNewPurchase(
  { purchase, attempt }: Extract<CheckoutState, { state: "paying" }>,
  now: Date,
): Promise<boolean> {
  if (attempt === undefined) return false;
  if (attempt.state === "unfulfilled" || needsSupport(attempt.openedAt, now)) return true;
  return (await reconcilePayment(purchase, now)).status === "not_found";
}
