import type { Attempt } from "#src/payments/domain/attempt.ts";
import { followCharge } from "./follow-charge.ts";
import { openAttempt } from "./open-attempt.ts";
import type { PaymentOutcome, PaymentRequest } from "./payment-request.ts";
import type { PaymentWorld } from "./payment-world.ts";
import { confirm, endUnpaid } from "./settle-attempt.ts";

/**
 * Pays for a cart, or for one reservation, all or nothing: one charge, every sale confirmed together. The processor is
 * asked once; whatever it leaves open is for the reconciler, and the sales stay PROCESSING until it knows.
 */
export async function payCart(world: PaymentWorld, request: PaymentRequest): Promise<PaymentOutcome> {
  const { steadyClock, limits } = world;
  const begunMs = steadyClock.elapsedMs();
  const opened = await openAttempt(world, request);
  if (opened.kind !== "opened") return opened;
  const outcome = await chargeOnce(world, request, opened.attempt);
  // Approved and declined leave after the same least time: how long it took tells nobody which it was.
  if (request.card !== undefined) {
    await steadyClock.pause(Math.max(0, limits.leastPaymentMs - (steadyClock.elapsedMs() - begunMs)));
  }
  return outcome;
}

async function chargeOnce(world: PaymentWorld, request: PaymentRequest, attempt: Attempt): Promise<PaymentOutcome> {
  try {
    return await charge(world, request, attempt);
  } catch (error) {
    // Nobody may be told to try again once a processor may have heard of it: the reconciler finds out what happened.
    console.error(`Payment attempt ${attempt.id} broke off and stays open.`, stackOf(error));
    return { kind: "not_known" };
  }
}

function stackOf(error: unknown): string | undefined {
  return error instanceof Error ? error.stack : "Something that is no Error was thrown.";
}

async function charge(world: PaymentWorld, { card }: PaymentRequest, attempt: Attempt): Promise<PaymentOutcome> {
  if (attempt.card.minor === 0 || card === undefined) {
    const sold = await confirm(world, attempt, undefined);
    return sold === "places_gone" ? { kind: "not_known" } : { kind: "answer", answer: sold, replayed: false };
  }
  const authorised = await world.processor.authorise(attempt.id, attempt.card, card);
  if (authorised === "not_known") return { kind: "not_known" };
  if (authorised === "not_sent") {
    await endUnpaid(world, attempt, NOT_SENT);
    return { kind: "busy" };
  }
  const answer = await followCharge(world, attempt, authorised);
  return answer === "not_known" ? { kind: "not_known" } : { kind: "answer", answer, replayed: false };
}

/** The attempt's key is free again: nothing happened that could be answered a second time. */
export const NOT_SENT = "NOT_SENT";
