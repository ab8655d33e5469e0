import { sumOfParts } from "#src/payments/domain/payment-method.ts";
import { divideRefund, type Refund, type RefundShare, refundOfTicket } from "#src/payments/domain/refund.ts";
import { lockPaidAttempt, lockPaidTickets, type PaidTicket } from "#src/payments/store/paid-tickets.ts";
import { findPolicy } from "#src/payments/store/refund-policies.ts";
import { findRefund, findRefundByKey, insertRefund } from "#src/payments/store/refunds.ts";
import { byHandMinor, chargedMinor, isRefundedByService } from "#src/payments/use-cases/methods/payment-methods.ts";
import type { Db } from "#src/platform/store/db.ts";
import type { World } from "#src/platform/world.ts";
import { lockCartPriceIfAny } from "#src/reservations/store/cart-prices.ts";
import { lockSales } from "#src/reservations/store/sale-rows.ts";
import { findCartKey } from "#src/reservations/store/sales.ts";
import { chooseTickets } from "./choose-tickets.ts";
import { completeRefund } from "./complete-refund.ts";
import type { RefundOutcome, RefundProblem, RefundRequest } from "./refund-request.ts";

/**
 * Writes a refund and ends its tickets in one transaction, before the processor is asked, so that no ticket admits whose money goes
 * back. Without a part for the processor the refund is complete with this transaction.
 */
export async function startRefund(tx: Db, world: World, request: RefundRequest): Promise<RefundOutcome> {
  const { caller, saleKey, idempotencyKey, share } = request;
  const { account } = caller;
  const cartKey = await findCartKey(tx, account.id, saleKey);
  if (cartKey === undefined) return { kind: "no_such_thing" };
  await lockCartPriceIfAny(tx, account.id, cartKey);
  const [sale] = await lockSales(tx, account.id, { key: saleKey }, world.limits.latePaySeconds);
  if (sale === undefined) return { kind: "no_such_thing" };

  const { eventId, id: saleId } = sale;
  const fingerprint = fingerprintOf(world, request);
  const earlier = idempotencyKey && (await findRefundByKey(tx, { userId: caller.id, eventId, saleId, idempotencyKey }));
  if (earlier) {
    if (earlier.fingerprint !== fingerprint) return { kind: "other_body" };
    return { kind: "refund", refund: earlier, replayed: true };
  }
  if (sale.status !== "CONFIRMED") return { kind: "refused", problems: [{ problem: "not_paid" }] };
  const chosen = chooseTickets(await lockPaidTickets(tx, eventId, saleId), request);
  if ("problems" in chosen) return { kind: "refused", problems: chosen.problems };
  const allowed = share === "policy" ? await shareByPolicy(tx, eventId, chosen.tickets) : share;
  if ("problems" in allowed) return { kind: "refused", problems: allowed.problems };

  const attempt = await lockPaidAttempt(tx, eventId, saleId);
  if (attempt === undefined) throw new Error("A paid sale has no payment.");
  const tickets = chosen.tickets.map((ticket) => refundOfTicket(ticket, allowed));
  const amountMinor = tickets.reduce((sum, { minor }) => sum + minor, 0);
  const parts = divideRefund(amountMinor, attempt.left);
  // Nothing is handed over by a click: the organiser decides about it, and does so.
  if (share === "policy" && byHandMinor(parts) > 0) return { kind: "refused", problems: [{ problem: "paid_in_cash" }] };
  const cardMinor = chargedMinor(parts);
  const id = world.newId();
  await insertRefund(tx, {
    id,
    accountId: account.id,
    eventId,
    saleId,
    attemptId: attempt.id,
    userId: caller.id,
    origin: request.origin,
    idempotencyKey,
    fingerprint,
    reason: request.reason,
    notify: request.notify,
    currency: sale.total.currency,
    parts,
    cardMinor,
    tickets,
    chargeId: cardMinor > 0 ? attempt.chargeId : undefined,
    status: isRefundedByService(parts) ? "REFUNDED" : "RETURNED",
  });
  const refund = await written(tx, id);
  if (sumOfParts(refund.parts) !== refund.amount.minor) throw new Error("A refund's parts are not its amount.");
  if (cardMinor > 0) return { kind: "refund", refund, replayed: false };
  await completeRefund(tx, refund);
  return { kind: "refund", refund: await written(tx, id), replayed: false };
}

async function written(tx: Db, id: string): Promise<Refund> {
  const refund = await findRefund(tx, id);
  if (refund === undefined) throw new Error("A refund was written and is not there.");
  return refund;
}

/** Returns what the event's policy gives back for these tickets, or the tickets that it does not cover now. */
async function shareByPolicy(
  tx: Db,
  eventId: number,
  tickets: readonly PaidTicket[],
): Promise<RefundShare | { readonly problems: readonly RefundProblem[] }> {
  const { policy, openDateIds } = await findPolicy(tx, eventId);
  const problems = tickets.flatMap(({ eventDateId }, ticket) =>
    policy !== undefined && openDateIds.includes(eventDateId) ? [] : [{ problem: "outside_policy", ticket } as const],
  );
  if (policy === undefined || problems.length > 0) return { problems };
  return { fee: policy.keepsFee ? "kept" : "returned", percentage: policy.percentage };
}

function fingerprintOf(
  world: World,
  { admissionIds, eventDateId, share, force, reason, notify }: RefundRequest,
): string {
  const { fee, percentage } = share === "policy" ? { fee: share, percentage: 0 } : share;
  return world.fingerprint(
    JSON.stringify([admissionIds ?? null, eventDateId ?? null, fee, percentage, force, reason ?? null, notify]),
  );
}
