import { ALARM_MINUTES } from "#src/payments/domain/payment.ts";
import type { Refund } from "#src/payments/domain/refund.ts";
import type { ReturnedToVoucher } from "#src/payments/domain/voucher.ts";
import { returnCodeUses } from "#src/payments/store/code-uses.ts";
import { reopenRequests } from "#src/payments/store/refund-requests.ts";
import {
  claimDueRefunds,
  findRefund,
  lockStartedRefund,
  revalidateTickets,
  settleRefundAs,
} from "#src/payments/store/refunds.ts";
import { type Money, toDecimal } from "#src/platform/domain/money.ts";
import { inRequestOf } from "#src/platform/domain/request-context.ts";
import type { Db } from "#src/platform/store/db.ts";
import { retryOnConflict } from "#src/platform/store/faults.ts";
import { lockCartPriceIfAny } from "#src/reservations/store/cart-prices.ts";
import { lockSales } from "#src/reservations/store/locked-sales.ts";
import { queueLimitedMessage } from "#src/reservations/use-cases/limited-mail.ts";
import { returnPlacesOfAdmissions } from "#src/stock/store/places.ts";
import { byHandMinor, isRefundedByService, refundParts } from "./payment-methods.ts";
import type { PaymentRuntime } from "./payment-runtime.ts";
import { logFieldsOfRefund, reportRefund } from "./purchase-log.ts";

const REFUNDS_AT_ONCE = 20;

/**
 * Settles refunds that a lost answer or a killed process left open. A refund that the processor does not know is sent again under
 * the same id, which the processor makes once. Returns the number of refunds it looked at.
 */
export async function followRefunds(runtime: PaymentRuntime): Promise<number> {
  const due = await claimDueRefunds(runtime.db, REFUNDS_AT_ONCE);
  const followed = await Promise.allSettled(due.map((refund) => inRequestOf(refund, () => follow(runtime, refund))));
  const faults = followed.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
  if (faults.length > 0) throw new AggregateError(faults, "Some refunds could not be looked into; they stay due.");
  return due.length;
}

/** Asks the processor for a refund that is written, and records its answer. Without one the refund stays STARTED. */
export async function askForRefund(runtime: PaymentRuntime, refund: Refund): Promise<Refund> {
  if (refund.chargeId === undefined) throw new Error("A refund to a card has no charge.");
  const result = await runtime.processor.refundPart(refund.chargeId, refund.id, refund.card);
  return result === "not_known" ? refund : settleRefund(runtime, refund, result);
}

async function follow(runtime: PaymentRuntime, refund: Refund): Promise<void> {
  if (refund.ageMinutes >= ALARM_MINUTES) {
    runtime.log("alarm", "A refund is open for too long.", {
      ...logFieldsOfRefund(refund),
      minutes: refund.ageMinutes,
    });
  }
  const found = await runtime.processor.findRefund(refund.id);
  if (found === "not_known") return;
  if (found === undefined) await askForRefund(runtime, refund);
  else await settleRefund(runtime, refund, found);
}

/**
 * Records the processor's result of a refund. After a refusal the tickets are valid again: their places were kept for them. So are
 * the requests that it had approved: they are open.
 * The call and the reconciler may both settle a refund: one writes, and both return what was written.
 */
async function settleRefund(runtime: PaymentRuntime, refund: Refund, result: "refunded" | "refused"): Promise<Refund> {
  const { id, accountId, saleKey, cartKey } = refund;
  const { isOwn, settled } = await retryOnConflict(() =>
    runtime.db.transaction(async (tx) => {
      await lockCartPriceIfAny(tx, accountId, cartKey);
      await lockSales(tx, accountId, { key: saleKey }, runtime.limits.latePaySeconds);
      const isOwn = await lockStartedRefund(tx, id);
      if (isOwn) {
        if (result === "refunded") {
          await completeRefund(tx, runtime, refund);
        } else {
          await settleRefundAs(tx, id, "REFUSED");
          await revalidateTickets(tx, id);
          await reopenRequests(tx, id);
        }
      }
      return { isOwn, settled: (await findRefund(tx, id)) ?? refund };
    }),
  );
  if (isOwn) reportRefund(runtime, settled);
  return settled;
}

/**
 * Records that the money is certain to go back: returns the vouchers' part, the places and the uses of codes, and queues the
 * message. The caller has locked the cart's price, the sale, and the refund as STARTED, in this transaction.
 */
export async function completeRefund(tx: Db, runtime: PaymentRuntime, refund: Refund): Promise<void> {
  const { id, eventId, attemptId, admissions, parts, amount, feeKept, reason } = refund;
  const ids = admissions.map((admission) => admission.id);
  await settleRefundAs(tx, id, isRefundedByService(parts) ? "REFUNDED" : "RETURNED");
  const voucher = await refundParts(tx, runtime, refund);
  // In the order in which a payment locks them: vouchers, codes, places.
  await returnCodeUses(tx, attemptId);
  await returnPlacesOfAdmissions(tx, eventId, ids);
  if (!refund.notify) return;
  await queueLimitedMessage(tx, runtime, {
    kind: "REFUNDED",
    key: `refund ${id}`,
    saleKeys: [refund.saleKey],
    details: {
      refund: {
        amount: inDetails(amount),
        feeKept: inDetails(feeKept),
        admissions: ids,
        ...(byHandMinor(parts) > 0 && { byHand: inDetails({ ...amount, minor: byHandMinor(parts) }) }),
        ...(voucher && { voucher: toVoucherDetails(voucher) }),
        ...(reason !== undefined && { reason }),
      },
    },
  });
}

/** A voucher that was valid as before is not mentioned with a date. */
function toVoucherDetails({ amount, waiting, isNew, revivedUntil }: ReturnedToVoucher) {
  return {
    amount: inDetails(amount),
    isNew,
    ...(waiting.minor > 0 && { waiting: inDetails(waiting) }),
    ...(revivedUntil && { expiresAt: revivedUntil.toISOString() }),
  };
}

/** Returns an amount in the shape that the interface has for it. */
function inDetails(money: Money) {
  return { amount: Number(toDecimal(money)), currency: money.currency };
}
