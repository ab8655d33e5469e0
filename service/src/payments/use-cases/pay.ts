import { ABSENCES_ENOUGH, ALARM_MINUTES, type Attempt, type PaymentAnswer } from "#src/payments/domain/payment.ts";
import type { Charge } from "#src/payments/domain/processor.ts";
import { claimDueAttempts, noteAbsence } from "#src/payments/store/attempts.ts";
import { inRequestOf } from "#src/platform/domain/request-context.ts";
import { limitCharges } from "./limit-payments.ts";
import { openAttempt } from "./open-attempt.ts";
import type { AttemptRequest, PaymentOutcome, PaymentRequest } from "./payment-request.ts";
import type { PaymentRuntime } from "./payment-runtime.ts";
import { logFieldsOf, reportRefusal, reportUnknown } from "./purchase-log.ts";
import { confirm, endUnpaid, noteAuthorised, noteVoiding } from "./settle-attempt.ts";

/**
 * Pays for a cart, or for one reservation, all or nothing: one charge, and every sale confirmed in one transaction. The processor
 * is called once. When its answer is not known the sales stay PROCESSING until `settlePayments` below has settled the attempt.
 */
export async function payCart(runtime: PaymentRuntime, request: PaymentRequest): Promise<PaymentOutcome> {
  const { steadyClock, limits } = runtime;
  const begunMs = steadyClock.elapsedMs();
  const { isOpened, outcome } = await limitCharges(runtime, request, (mayCharge) =>
    openAndCharge(runtime, { ...request, mayCharge }),
  );
  // Approved and declined answers take at least the same time, so that the duration does not tell them apart.
  if (isOpened && request.card !== undefined) {
    await steadyClock.pause(Math.max(0, limits.minPaymentMs - (steadyClock.elapsedMs() - begunMs)));
  }
  return outcome;
}

async function openAndCharge(
  runtime: PaymentRuntime,
  request: AttemptRequest,
): Promise<{ readonly isOpened: boolean; readonly outcome: PaymentOutcome }> {
  const opened = await openAttempt(runtime, request);
  if (opened.kind !== "opened") {
    reportRefusal(runtime, request, opened);
    return { isOpened: false, outcome: opened };
  }
  const outcome = await chargeOnce(runtime, request, opened.attempt);
  if (outcome.kind === "not_known") reportUnknown(runtime, opened.attempt);
  return { isOpened: true, outcome };
}

async function chargeOnce(runtime: PaymentRuntime, request: PaymentRequest, attempt: Attempt): Promise<PaymentOutcome> {
  try {
    return await charge(runtime, request, attempt);
  } catch (error) {
    // The processor may have been called, so no retry may be offered: the reconciler settles the attempt.
    runtime.log("error", "A payment attempt broke off and stays open.", logFieldsOf(attempt), error);
    return { kind: "not_known" };
  }
}

async function charge(runtime: PaymentRuntime, { card }: PaymentRequest, attempt: Attempt): Promise<PaymentOutcome> {
  if (attempt.card.minor === 0 || card === undefined) {
    const sold = await confirm(runtime, attempt, undefined);
    return sold === "give_back"
      ? { kind: "not_known" }
      : { kind: "answer", answer: sold, replayed: false, reference: attempt.reference };
  }
  const authorised = await runtime.processor.authorise(attempt.id, attempt.card, card);
  if (authorised === "not_known") return { kind: "not_known" };
  if (authorised === "not_sent") {
    await endUnpaid(runtime, attempt, NOT_SENT);
    return { kind: "not_sent" };
  }
  const answer = await followCharge(runtime, attempt, authorised);
  if (answer === "not_known") return { kind: "not_known" };
  return { kind: "answer", answer, replayed: false, reference: attempt.reference };
}

/** The code of an attempt that never reached the processor. Its idempotency key may be used again. */
const NOT_SENT = "NOT_SENT";

const ATTEMPTS_AT_ONCE = 20;

/**
 * Settles attempts that a lost answer or a killed process left open, by asking the processor for their charges. It never
 * authorises: it finishes what was charged, and ends what was not. Returns the number of attempts it looked at.
 */
export async function settlePayments(runtime: PaymentRuntime): Promise<number> {
  const due = await claimDueAttempts(runtime.db, runtime.limits.processorSilentMs, ATTEMPTS_AT_ONCE);
  const settled = await Promise.allSettled(due.map((attempt) => inRequestOf(attempt, () => settle(runtime, attempt))));
  const faults = settled.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
  if (faults.length > 0) throw new AggregateError(faults, "Some payments could not be looked into; they stay due.");
  return due.length;
}

async function settle(runtime: PaymentRuntime, attempt: Attempt): Promise<void> {
  if (attempt.ageMinutes >= ALARM_MINUTES) {
    runtime.log("alarm", "A payment attempt is open for too long.", {
      ...logFieldsOf(attempt),
      minutes: attempt.ageMinutes,
    });
  }
  if (attempt.card.minor === 0) {
    await confirm(runtime, attempt, undefined);
    return;
  }
  const charge = await runtime.processor.findByAttempt(attempt.id);
  if (charge === "not_known") return;
  if (charge !== undefined) {
    await followCharge(runtime, attempt, charge);
    return;
  }
  // Until every call to the processor has timed out, an attempt that it does not know may still be charged.
  if (!attempt.overdue) return;
  if (attempt.absences + 1 >= ABSENCES_ENOUGH) await endUnpaid(runtime, attempt, "NEVER_CHARGED");
  else await noteAbsence(runtime.db, attempt.id);
}

/** The number of tries to void or refund: both are idempotent, and a refusal is usually temporary. */
const UNDO_TRIES = 3;

type Followed = PaymentAnswer | "not_known";

/** Completes an attempt from the state of its charge on. The pay call and the reconciler both call this. */
async function followCharge(runtime: PaymentRuntime, attempt: Attempt, charge: Charge): Promise<Followed> {
  switch (charge.state) {
    case "declined":
      return endUnpaid(runtime, attempt, charge.code);
    case "voided":
    case "refunded":
      return endUnpaid(runtime, attempt, "GIVEN_BACK");
    case "captured":
      return attempt.state === "VOIDING" ? giveBack(runtime, attempt, charge) : sell(runtime, attempt, charge);
    case "authorised":
      return attempt.state === "VOIDING" ? giveBack(runtime, attempt, charge) : capture(runtime, attempt, charge);
  }
}

async function capture(runtime: PaymentRuntime, attempt: Attempt, charge: Charge): Promise<Followed> {
  const noted = await noteAuthorised(runtime, attempt, charge.id);
  if (noted === "give_back") return giveBack(runtime, attempt, charge);
  if (noted !== "go_on") return afterTheEnd(runtime, noted, charge);

  const captured = await runtime.processor.capture(charge.id);
  if (captured === "not_known") return "not_known";
  if (captured === "captured") return sell(runtime, attempt, { state: "captured", id: charge.id });

  const voiding = await noteVoiding(runtime, attempt, charge.id);
  return voiding === "go_on" ? giveBack(runtime, attempt, charge) : voiding;
}

async function sell(runtime: PaymentRuntime, attempt: Attempt, charge: Charge): Promise<Followed> {
  const sold = await confirm(runtime, attempt, charge.id);
  return sold === "give_back" ? giveBack(runtime, attempt, charge) : afterTheEnd(runtime, sold, charge);
}

/** Returns the attempt's answer, which another call may have written. Undoes this charge unless the answer is SUCCESS. */
async function afterTheEnd(runtime: PaymentRuntime, answer: PaymentAnswer, charge: Charge): Promise<PaymentAnswer> {
  if (answer.type !== "SUCCESS") await isGivenBack(runtime, charge);
  return answer;
}

async function giveBack(runtime: PaymentRuntime, attempt: Attempt, charge: Charge): Promise<Followed> {
  return (await isGivenBack(runtime, charge)) ? endUnpaid(runtime, attempt, "GIVEN_BACK") : "not_known";
}

async function isGivenBack({ processor }: PaymentRuntime, { id, state }: Charge): Promise<boolean> {
  for (let tries = 0; tries < UNDO_TRIES; tries += 1) {
    const undone = state === "captured" ? await processor.refund(id) : await processor.voidCharge(id);
    if (undone === "voided" || undone === "refunded") return true;
  }
  return false;
}
