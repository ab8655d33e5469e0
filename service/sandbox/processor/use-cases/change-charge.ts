import {
  type Change,
  type Entry,
  isAmount,
  isRefundable,
  type Payment,
  type Refund,
  ruleOn,
} from "#sandbox/processor/domain/payment.ts";
import { REFUND_SLOW_MS } from "#sandbox/processor/domain/test-cards.ts";
import type { Runtime } from "#sandbox/processor/runtime.ts";
import { FLAKY_FAILURES, failsAgain } from "./authorise.ts";

export type Changed =
  | { readonly result: "changed"; readonly payment: Payment }
  | { readonly result: "refused"; readonly code: string }
  | { readonly result: "failed" };

export const capture = (runtime: Runtime, id: string) => changeCharge(runtime, id, "capture");
export const voidCharge = (runtime: Runtime, id: string) => changeCharge(runtime, id, "void");
export const refund = (runtime: Runtime, id: string) => changeCharge(runtime, id, "refund");

/** Changes a payment. `undefined`: there is none with this id. Repeating a change has no effect and returns the same. */
function changeCharge(runtime: Runtime, id: string, change: Change): Changed | undefined {
  const payment = runtime.ledger.findPayment(id);
  if (payment === undefined) return undefined;
  const ruling = ruleOn(change, payment);
  if (ruling === "made") return { result: "changed", payment };
  if (ruling === "refuse") return { result: "refused", code: `${payment.state}_cannot_${change}` };

  const behaviour = runtime.fingerprints.behaviourOf(payment.card);
  if (behaviour?.kind === "capture_refused") {
    if (change === "capture") return { result: "refused", code: "capture_refused" };
    if (behaviour.firstVoidFails && failsAgain(runtime, `void ${id}`, 1)) return { result: "failed" };
  }
  const { attempt, amount, currency, card, request } = payment;
  const at = runtime.now().toISOString();
  const entry = { at, attempt, payment: id, kind: change, amount, currency, card, request };
  return { result: "changed", payment: runtime.ledger.append(entry) };
}

/** Returns the payment of an attempt, for the reconciler. */
export function findByAttempt(runtime: Runtime, attempt: string): Payment | undefined | "failed" {
  const payment = runtime.ledger.findByAttempt(attempt);
  if (payment === undefined) return undefined;
  const kind = runtime.fingerprints.behaviourOf(payment.card)?.kind;
  if (kind === "flaky" && failsAgain(runtime, `flaky ${attempt}`, FLAKY_FAILURES)) return "failed";
  if (kind === "found_late" && failsAgain(runtime, `found late ${attempt}`, 1)) return undefined;
  return payment;
}

/** Returns the ledger entries of one attempt or of all. */
export function listEntries(runtime: Runtime, attempt: string | undefined): readonly Entry[] {
  return runtime.ledger.list(attempt).filter(({ kind }) => kind !== "decline" && kind !== "refund_refusal");
}

type PartRequest = { readonly payment: string; readonly refund: string; readonly amount: string };

type PartRefunded =
  | { readonly result: "answered"; readonly refund: Refund; readonly isLost: boolean }
  | { readonly result: "key_reused" }
  | { readonly result: "wrong_amount" }
  | { readonly result: "request_lost" };

/**
 * Refunds a part of a captured payment, once for each refund id: a repeated request gets the first answer. More than what
 * was captured is refused, and a refusal is final for its id. The decision is in the ledger before the delay begins.
 * `undefined`: there is no such payment.
 */
export async function refundPart(runtime: Runtime, asked: PartRequest): Promise<PartRefunded | undefined> {
  const payment = runtime.ledger.findPayment(asked.payment);
  if (payment === undefined) return undefined;
  if (!isAmount(asked.amount, payment.currency)) return { result: "wrong_amount" };
  const earlier = runtime.ledger.findByRefund(asked.refund);
  const made = refundOf(earlier, asked.refund);
  if (earlier !== undefined && (earlier.id !== payment.id || made?.amount !== asked.amount)) {
    return { result: "key_reused" };
  }
  if (made !== undefined) return { result: "answered", refund: made, isLost: false };

  const behaviour = runtime.fingerprints.behaviourOf(payment.card);
  const how = behaviour?.kind === "refund" ? behaviour.refund : undefined;
  if (how === "request_lost" && failsAgain(runtime, `refund ${asked.refund}`, 1)) return { result: "request_lost" };
  const isRefused = how === "refused" || !isRefundable(payment, asked.amount);
  const { attempt, currency, card, request } = payment;
  const after = runtime.ledger.append({
    at: runtime.now().toISOString(),
    attempt,
    payment: payment.id,
    kind: isRefused ? "refund_refusal" : "refund",
    amount: asked.amount,
    currency,
    card,
    request,
    refund: asked.refund,
  });
  if (how === "slow") await runtime.wait(REFUND_SLOW_MS);
  const refund = refundOf(after, asked.refund);
  if (refund === undefined) throw new Error("A refund that was just written was not found.");
  return { result: "answered", refund, isLost: how === "answer_lost" };
}

/** Returns a partial refund by its id, for the reconciler. */
export function findRefund(runtime: Runtime, id: string): Refund | undefined {
  return refundOf(runtime.ledger.findByRefund(id), id);
}

function refundOf(payment: Payment | undefined, id: string): Refund | undefined {
  return payment?.refunds.find((refund) => refund.id === id);
}
