import { isAmount } from "#processor/domain/amount.ts";
import { REFUND_SLOW_MS } from "#processor/domain/answer-delay.ts";
import { isRefundable, type Payment, type Refund } from "#processor/domain/payment.ts";
import type { World } from "#processor/world.ts";
import { failsAgain } from "./failures.ts";

export type PartRequest = { readonly payment: string; readonly refund: string; readonly amount: string };

export type PartRefunded =
  | { readonly result: "answered"; readonly refund: Refund; readonly isLost: boolean }
  | { readonly result: "key_reused" }
  | { readonly result: "wrong_amount" }
  | { readonly result: "request_lost" };

/**
 * Refunds a part of a captured payment, once for each refund id: a repeated request gets the first answer. More than what
 * was captured is refused, and a refusal is final for its id. The decision is in the ledger before the delay begins.
 * `undefined`: there is no such payment.
 */
export async function refundPart(world: World, asked: PartRequest): Promise<PartRefunded | undefined> {
  const payment = world.ledger.findPayment(asked.payment);
  if (payment === undefined) return undefined;
  if (!isAmount(asked.amount, payment.currency)) return { result: "wrong_amount" };
  const earlier = world.ledger.findByRefund(asked.refund);
  const made = refundOf(earlier, asked.refund);
  if (earlier !== undefined && (earlier.id !== payment.id || made?.amount !== asked.amount)) {
    return { result: "key_reused" };
  }
  if (made !== undefined) return { result: "answered", refund: made, isLost: false };

  const behaviour = world.fingerprints.behaviourOf(payment.card);
  const how = behaviour?.kind === "refund" ? behaviour.refund : undefined;
  if (how === "request_lost" && failsAgain(world, `refund ${asked.refund}`, 1)) return { result: "request_lost" };
  const isRefused = how === "refused" || !isRefundable(payment, asked.amount);
  const { attempt, currency, card, request } = payment;
  const after = world.ledger.append({
    at: world.now().toISOString(),
    attempt,
    payment: payment.id,
    kind: isRefused ? "refund_refusal" : "refund",
    amount: asked.amount,
    currency,
    card,
    request,
    refund: asked.refund,
  });
  if (how === "slow") await world.wait(REFUND_SLOW_MS);
  const refund = refundOf(after, asked.refund);
  if (refund === undefined) throw new Error("A refund was written and is not there.");
  return { result: "answered", refund, isLost: how === "answer_lost" };
}

/** Returns a partial refund by its id, for the reconciler. */
export function findRefund(world: World, id: string): Refund | undefined {
  return refundOf(world.ledger.findByRefund(id), id);
}

function refundOf(payment: Payment | undefined, id: string): Refund | undefined {
  return payment?.refunds.find((refund) => refund.id === id);
}
