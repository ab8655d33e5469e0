import { ABSENCES_ENOUGH, ALARM_MINUTES, type Attempt, type PaymentAnswer } from "#src/payments/domain/payment.ts";
import type { Charge } from "#src/payments/domain/processor.ts";
import { claimDueAttempts, noteAbsence } from "#src/payments/store/attempts.ts";
import type { PaymentWorld } from "./payment-world.ts";
import { confirm, endUnpaid, noteAuthorised, noteVoiding } from "./settle-attempt.ts";

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

/** The number of tries to void or refund: both are idempotent, and a refusal is usually temporary. */
const UNDO_TRIES = 3;

type Followed = PaymentAnswer | "not_known";

/** Takes an attempt from the state of its charge to its end. The pay call and the reconciler both call this. */
export async function followCharge(world: PaymentWorld, attempt: Attempt, charge: Charge): Promise<Followed> {
  switch (charge.state) {
    case "declined":
      return endUnpaid(world, attempt, charge.code);
    case "voided":
    case "refunded":
      return endUnpaid(world, attempt, "GIVEN_BACK");
    case "captured":
      return attempt.state === "VOIDING" ? giveBack(world, attempt, charge) : sell(world, attempt, charge);
    case "authorised":
      return attempt.state === "VOIDING" ? giveBack(world, attempt, charge) : capture(world, attempt, charge);
  }
}

async function capture(world: PaymentWorld, attempt: Attempt, charge: Charge): Promise<Followed> {
  const noted = await noteAuthorised(world, attempt, charge.id);
  if (noted === "give_back") return giveBack(world, attempt, charge);
  if (noted !== "go_on") return afterTheEnd(world, noted, charge);

  const captured = await world.processor.capture(charge.id);
  if (captured === "not_known") return "not_known";
  if (captured === "captured") return sell(world, attempt, { state: "captured", id: charge.id });

  const voiding = await noteVoiding(world, attempt, charge.id);
  return voiding === "go_on" ? giveBack(world, attempt, charge) : voiding;
}

async function sell(world: PaymentWorld, attempt: Attempt, charge: Charge): Promise<Followed> {
  const sold = await confirm(world, attempt, charge.id);
  return sold === "give_back" ? giveBack(world, attempt, charge) : afterTheEnd(world, sold, charge);
}

/** Returns the attempt's answer, which another call may have written. Unless that was a sale, undoes this charge. */
async function afterTheEnd(world: PaymentWorld, answer: PaymentAnswer, charge: Charge): Promise<PaymentAnswer> {
  if (answer.type !== "SUCCESS") await isGivenBack(world, charge);
  return answer;
}

async function giveBack(world: PaymentWorld, attempt: Attempt, charge: Charge): Promise<Followed> {
  return (await isGivenBack(world, charge)) ? endUnpaid(world, attempt, "GIVEN_BACK") : "not_known";
}

async function isGivenBack({ processor }: PaymentWorld, { id, state }: Charge): Promise<boolean> {
  for (let tries = 0; tries < UNDO_TRIES; tries += 1) {
    const undone = state === "captured" ? await processor.refund(id) : await processor.voidCharge(id);
    if (undone === "voided" || undone === "refunded") return true;
  }
  return false;
}
