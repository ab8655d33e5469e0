import type { Refund } from "#src/payments/domain/refund.ts";
import { findRefund, lockStartedRefund, revalidateTickets, settleRefundAs } from "#src/payments/store/refunds.ts";
import { retryOnConflict } from "#src/platform/store/retry-on-conflict.ts";
import type { World } from "#src/platform/world.ts";
import { lockCartPriceIfAny } from "#src/reservations/store/cart-prices.ts";
import { lockSales } from "#src/reservations/store/sale-rows.ts";
import { completeRefund } from "./complete-refund.ts";

/**
 * Records what the processor made of a refund. After a refusal the tickets are valid again: their places were kept for them.
 * The call and the reconciler may both settle a refund: one writes, and both return what was written.
 */
export function settleRefund(world: World, refund: Refund, result: "refunded" | "refused"): Promise<Refund> {
  const { id, accountId, saleKey, cartKey } = refund;
  return retryOnConflict(() =>
    world.db.transaction(async (tx) => {
      await lockCartPriceIfAny(tx, accountId, cartKey);
      await lockSales(tx, accountId, { key: saleKey }, world.limits.latePaySeconds);
      if (await lockStartedRefund(tx, id)) {
        if (result === "refunded") {
          await completeRefund(tx, refund);
        } else {
          await settleRefundAs(tx, id, "REFUSED");
          await revalidateTickets(tx, id);
        }
      }
      return (await findRefund(tx, id)) ?? refund;
    }),
  );
}
