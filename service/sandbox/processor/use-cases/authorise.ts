import type { Payment } from "#sandbox/processor/domain/payment.ts";
import { answerDelayMs, type Behaviour, type Card, readCard } from "#sandbox/processor/domain/test-cards.ts";
import type { Runtime } from "#sandbox/processor/runtime.ts";

type PaymentRequest = {
  readonly attempt: string;
  readonly amount: string;
  readonly currency: string;
  readonly card: Card & { readonly name: string };
};

type Authorisation =
  | { readonly result: "answered"; readonly answer: Answer; readonly replayed: boolean; readonly delivery: Delivery }
  | { readonly result: "key_reused" }
  | { readonly result: "in_flight" }
  | { readonly result: "request_lost" };

export type Answer = Pick<Payment, "id" | "attempt" | "code"> & { readonly state: "authorised" | "declined" };

/** How an answer is delivered. */
export type Delivery = "whole" | "lost" | "halved" | "failed";

/**
 * Authorises once per attempt. The decision is in the ledger before the delay begins, so that a caller who times out and
 * reads by attempt never gets "not found" for a charge that follows.
 */
export async function authorise(runtime: Runtime, request: PaymentRequest): Promise<Authorisation> {
  const { attempt, amount, currency, card } = request;
  const fingerprint = runtime.fingerprints.of(JSON.stringify([attempt, amount, currency, Object.entries(card).sort()]));
  const earlier = runtime.ledger.findByAttempt(attempt);
  if (earlier !== undefined && earlier.request !== fingerprint) return { result: "key_reused" };
  if (runtime.inFlight.has(attempt)) return { result: "in_flight" };
  if (earlier !== undefined) return replay(runtime, earlier);

  const behaviour = readCard(card, runtime.now());
  if (typeof behaviour === "string") return refusedCard(runtime, attempt, behaviour);
  if (behaviour.kind === "request_lost") return { result: "request_lost" };

  const payment = runtime.ledger.append({
    at: runtime.now().toISOString(),
    attempt,
    payment: runtime.newId(),
    amount,
    currency,
    card: runtime.fingerprints.of(card.number),
    request: fingerprint,
    ...(behaviour.kind === "declined" ? { kind: "decline", code: behaviour.code } : { kind: "authorisation" }),
  });
  runtime.inFlight.add(attempt);
  try {
    await runtime.wait(answerDelayMs(behaviour, attempt));
  } finally {
    runtime.inFlight.delete(attempt);
  }
  const delivery = deliveryOf(runtime, behaviour, attempt);
  return { result: "answered", answer: answerOf(payment), replayed: false, delivery };
}

/** Returns the first answer to a repeated request, independent of the payment's later state. */
function replay(runtime: Runtime, payment: Payment): Authorisation {
  const isFlaky = runtime.fingerprints.behaviourOf(payment.card)?.kind === "flaky";
  const delivery = isFlaky && failsAgain(runtime, `flaky ${payment.attempt}`, FLAKY_FAILURES) ? "failed" : "whole";
  return { result: "answered", answer: answerOf(payment), replayed: true, delivery };
}

/** Returns a refusal. Nothing of the card is stored, so that a real number typed by mistake leaves no trace. */
function refusedCard(runtime: Runtime, attempt: string, code: string): Authorisation {
  const answer: Answer = { id: runtime.newId(), attempt, state: "declined", code };
  return { result: "answered", answer, replayed: false, delivery: "whole" };
}

function answerOf({ id, attempt, state, code }: Payment): Answer {
  return {
    id,
    attempt,
    state: state === "declined" ? "declined" : "authorised",
    ...(code === undefined ? {} : { code }),
  };
}

function deliveryOf(runtime: Runtime, { kind }: Behaviour, attempt: string): Delivery {
  if (kind === "answer_lost" || kind === "found_late") return "lost";
  if (kind === "answer_halved") return "halved";
  return kind === "flaky" && failsAgain(runtime, `flaky ${attempt}`, FLAKY_FAILURES) ? "failed" : "whole";
}

/** A flaky card answers its first two requests with a fault: payments and reads by attempt alike. */
export const FLAKY_FAILURES = 2;

/** Counts a try. Returns whether it is one of the first `times`. */
export function failsAgain(runtime: Runtime, name: string, times: number): boolean {
  const tries = (runtime.failures.get(name) ?? 0) + 1;
  runtime.failures.set(name, tries);
  return tries <= times;
}
