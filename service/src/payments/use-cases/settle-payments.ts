import { ABSENCES_ENOUGH, ALARM_MINUTES, type Attempt } from "#src/payments/domain/attempt.ts";
import { claimDueAttempts, noteAbsence } from "#src/payments/store/attempts.ts";
import { followCharge } from "./follow-charge.ts";
import type { PaymentWorld } from "./payment-world.ts";
import { confirm, endUnpaid } from "./settle-attempt.ts";

const ATTEMPTS_AT_ONCE = 20;

/**
 * Settles attempts that a lost answer or a killed process left open, by asking the processor for their charges. It never
 * authorises: it finishes what was charged, and ends what was not. Returns the number of attempts it looked at.
 */
export async function settlePayments(world: PaymentWorld): Promise<number> {
  const due = await claimDueAttempts(world.db, world.limits.processorSilentMs, ATTEMPTS_AT_ONCE);
  const settled = await Promise.allSettled(due.map((attempt) => settle(world, attempt)));
  const faults = settled.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
  if (faults.length > 0) throw new AggregateError(faults, "Some payments could not be looked into; they stay due.");
  return due.length;
}

async function settle(world: PaymentWorld, attempt: Attempt): Promise<void> {
  if (attempt.ageMinutes >= ALARM_MINUTES) {
    world.log("alarm", "A payment attempt is open for too long.", { attempt: attempt.id, minutes: attempt.ageMinutes });
  }
  if (attempt.card.minor === 0) {
    await confirm(world, attempt, undefined);
    return;
  }
  const charge = await world.processor.findByAttempt(attempt.id);
  if (charge === "not_known") return;
  if (charge !== undefined) {
    await followCharge(world, attempt, charge);
    return;
  }
  // Before every call to the processor has timed out, an unknown attempt may still be charged.
  if (!attempt.overdue) return;
  if (attempt.absences + 1 >= ABSENCES_ENOUGH) await endUnpaid(world, attempt, "NEVER_CHARGED");
  else await noteAbsence(world.db, attempt.id);
}
