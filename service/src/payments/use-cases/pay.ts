import type { Attempt } from "#src/payments/domain/payment.ts";
import { limitCharges } from "./limit-payments.ts";
import { openAttempt } from "./open-attempt.ts";
import type { AttemptRequest, PaymentOutcome, PaymentRequest } from "./payment-request.ts";
import type { PaymentWorld } from "./payment-world.ts";
import { confirm, endUnpaid, measureRefusal, measureUnknown } from "./settle-attempt.ts";
import { followCharge } from "./settle-payments.ts";

/**
 * Pays for a cart, or for one reservation, all or nothing: one charge, and every sale confirmed in one transaction. The processor
 * is called once. When its answer is not known the sales stay PROCESSING until the reconciler has settled the attempt.
 */
export async function payCart(world: PaymentWorld, request: PaymentRequest): Promise<PaymentOutcome> {
  const { steadyClock, limits } = world;
  const begunMs = steadyClock.elapsedMs();
  const { isOpened, outcome } = await limitCharges(world, request, (mayCharge) =>
    openAndCharge(world, { ...request, mayCharge }),
  );
  // Approved and declined answers take at least the same time, so that the duration does not tell them apart.
  if (isOpened && request.card !== undefined) {
    await steadyClock.pause(Math.max(0, limits.leastPaymentMs - (steadyClock.elapsedMs() - begunMs)));
  }
  return outcome;
}

async function openAndCharge(
  world: PaymentWorld,
  request: AttemptRequest,
): Promise<{ readonly isOpened: boolean; readonly outcome: PaymentOutcome }> {
  const opened = await openAttempt(world, request);
  if (opened.kind !== "opened") {
    measureRefusal(request, opened);
    return { isOpened: false, outcome: opened };
  }
  const outcome = await chargeOnce(world, request, opened.attempt);
  if (outcome.kind === "not_known") measureUnknown(opened.attempt);
  return { isOpened: true, outcome };
}

async function chargeOnce(world: PaymentWorld, request: PaymentRequest, attempt: Attempt): Promise<PaymentOutcome> {
  try {
    return await charge(world, request, attempt);
  } catch (error) {
    // The processor may have been called, so no retry may be offered: the reconciler settles the attempt.
    world.log("error", "A payment attempt broke off and stays open.", { attempt: attempt.id }, error);
    return { kind: "not_known" };
  }
}

async function charge(world: PaymentWorld, { card }: PaymentRequest, attempt: Attempt): Promise<PaymentOutcome> {
  if (attempt.card.minor === 0 || card === undefined) {
    const sold = await confirm(world, attempt, undefined);
    return sold === "give_back" ? { kind: "not_known" } : { kind: "answer", answer: sold, replayed: false };
  }
  const authorised = await world.processor.authorise(attempt.id, attempt.card, card);
  if (authorised === "not_known") return { kind: "not_known" };
  if (authorised === "not_sent") {
    await endUnpaid(world, attempt, NOT_SENT);
    return { kind: "not_sent" };
  }
  const answer = await followCharge(world, attempt, authorised);
  return answer === "not_known" ? { kind: "not_known" } : { kind: "answer", answer, replayed: false };
}

/** The code of an attempt that never reached the processor. Its idempotency key may be used again. */
export const NOT_SENT = "NOT_SENT";
