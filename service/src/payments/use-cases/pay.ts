import type { Attempt } from "#src/payments/domain/payment.ts";
import { limitCharges } from "./limit-payments.ts";
import { openAttempt } from "./open-attempt.ts";
import type { AttemptRequest, PaymentOutcome, PaymentRequest } from "./payment-request.ts";
import type { PaymentRuntime } from "./payment-runtime.ts";
import { confirm, endUnpaid, measureRefusal, measureUnknown } from "./settle-attempt.ts";
import { followCharge } from "./settle-payments.ts";

/**
 * Pays for a cart, or for one reservation, all or nothing: one charge, and every sale confirmed in one transaction. The processor
 * is called once. When its answer is not known the sales stay PROCESSING until the reconciler has settled the attempt.
 */
export async function payCart(runtime: PaymentRuntime, request: PaymentRequest): Promise<PaymentOutcome> {
  const { steadyClock, limits } = runtime;
  const begunMs = steadyClock.elapsedMs();
  const { isOpened, outcome } = await limitCharges(runtime, request, (mayCharge) =>
    openAndCharge(runtime, { ...request, mayCharge }),
  );
  // Approved and declined answers take at least the same time, so that the duration does not tell them apart.
  if (isOpened && request.card !== undefined) {
    await steadyClock.pause(Math.max(0, limits.leastPaymentMs - (steadyClock.elapsedMs() - begunMs)));
  }
  return outcome;
}

async function openAndCharge(
  runtime: PaymentRuntime,
  request: AttemptRequest,
): Promise<{ readonly isOpened: boolean; readonly outcome: PaymentOutcome }> {
  const opened = await openAttempt(runtime, request);
  if (opened.kind !== "opened") {
    measureRefusal(request, opened);
    return { isOpened: false, outcome: opened };
  }
  const outcome = await chargeOnce(runtime, request, opened.attempt);
  if (outcome.kind === "not_known") measureUnknown(opened.attempt);
  return { isOpened: true, outcome };
}

async function chargeOnce(runtime: PaymentRuntime, request: PaymentRequest, attempt: Attempt): Promise<PaymentOutcome> {
  try {
    return await charge(runtime, request, attempt);
  } catch (error) {
    // The processor may have been called, so no retry may be offered: the reconciler settles the attempt.
    runtime.log("error", "A payment attempt broke off and stays open.", { attempt: attempt.id }, error);
    return { kind: "not_known" };
  }
}

async function charge(runtime: PaymentRuntime, { card }: PaymentRequest, attempt: Attempt): Promise<PaymentOutcome> {
  if (attempt.card.minor === 0 || card === undefined) {
    const sold = await confirm(runtime, attempt, undefined);
    return sold === "give_back" ? { kind: "not_known" } : { kind: "answer", answer: sold, replayed: false };
  }
  const authorised = await runtime.processor.authorise(attempt.id, attempt.card, card);
  if (authorised === "not_known") return { kind: "not_known" };
  if (authorised === "not_sent") {
    await endUnpaid(runtime, attempt, NOT_SENT);
    return { kind: "not_sent" };
  }
  const answer = await followCharge(runtime, attempt, authorised);
  return answer === "not_known" ? { kind: "not_known" } : { kind: "answer", answer, replayed: false };
}

/** The code of an attempt that never reached the processor. Its idempotency key may be used again. */
const NOT_SENT = "NOT_SENT";
