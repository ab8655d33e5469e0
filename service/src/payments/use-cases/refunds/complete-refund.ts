import type { Refund } from "#src/payments/domain/refund.ts";
import { returnCodeUses } from "#src/payments/store/code-uses.ts";
import { settleRefundAs } from "#src/payments/store/refunds.ts";
import { byHandMinor, isRefundedByService, refundParts } from "#src/payments/use-cases/methods/payment-methods.ts";
import { type Money, toDecimal } from "#src/platform/domain/money.ts";
import type { Db } from "#src/platform/store/db.ts";
import { queueOrderMessage } from "#src/reservations/store/order-messages.ts";
import { returnPlacesOfAdmissions } from "#src/stock/store/return-places.ts";

/**
 * Records that the money is certain to go back: returns the vouchers' part, the places and the uses of codes, and queues the
 * message. The caller has locked the cart's price, the sale, and the refund as STARTED, in this transaction.
 */
export async function completeRefund(tx: Db, refund: Refund): Promise<void> {
  const { id, eventId, attemptId, admissions, parts, amount, feeKept, reason } = refund;
  const ids = admissions.map((admission) => admission.id);
  await settleRefundAs(tx, id, isRefundedByService(parts) ? "REFUNDED" : "RETURNED");
  await refundParts(tx, { id, attemptId, parts });
  // In the order in which a payment locks them: vouchers, codes, places.
  await returnCodeUses(tx, attemptId);
  await returnPlacesOfAdmissions(tx, eventId, ids);
  if (!refund.notify) return;
  await queueOrderMessage(tx, {
    kind: "REFUNDED",
    key: `refund ${id}`,
    saleKeys: [refund.saleKey],
    details: {
      refund: {
        amount: inDetails(amount),
        feeKept: inDetails(feeKept),
        admissions: ids,
        ...(byHandMinor(parts) > 0 && { byHand: inDetails({ ...amount, minor: byHandMinor(parts) }) }),
        ...(reason !== undefined && { reason }),
      },
    },
  });
}

/** Returns an amount in the shape that the interface has for it. */
function inDetails(money: Money) {
  return { amount: Number(toDecimal(money)), currency: money.currency };
}
