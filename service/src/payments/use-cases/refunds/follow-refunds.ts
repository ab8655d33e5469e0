import { ALARM_MINUTES } from "#src/payments/domain/attempt.ts";
import type { Refund } from "#src/payments/domain/refund.ts";
import { claimDueRefunds } from "#src/payments/store/refunds.ts";
import type { PaymentWorld } from "#src/payments/use-cases/payment-world.ts";
import { settleRefund } from "./settle-refund.ts";

const REFUNDS_AT_ONCE = 20;

/**
 * Settles refunds that a lost answer or a killed process left open. A refund that the processor does not know is sent again under
 * the same id, which the processor makes once. Returns the number of refunds it looked at.
 */
export async function followRefunds(world: PaymentWorld): Promise<number> {
  const due = await claimDueRefunds(world.db, REFUNDS_AT_ONCE);
  const followed = await Promise.allSettled(due.map((refund) => follow(world, refund)));
  const faults = followed.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
  if (faults.length > 0) throw new AggregateError(faults, "Some refunds could not be looked into; they stay due.");
  return due.length;
}

/** Asks the processor for a refund that is written, and records its answer. Without one the refund stays STARTED. */
export async function askForRefund(world: PaymentWorld, refund: Refund): Promise<Refund> {
  if (refund.chargeId === undefined) throw new Error("A refund to a card has no charge.");
  const result = await world.processor.refundPart(refund.chargeId, refund.id, refund.card);
  return result === "not_known" ? refund : settleRefund(world, refund, result);
}

async function follow(world: PaymentWorld, refund: Refund): Promise<void> {
  if (refund.ageMinutes >= ALARM_MINUTES) {
    world.log("alarm", "A refund is open for too long.", { refund: refund.id, minutes: refund.ageMinutes });
  }
  const found = await world.processor.findRefund(refund.id);
  if (found === "not_known") return;
  if (found === undefined) await askForRefund(world, refund);
  else await settleRefund(world, refund, found);
}
