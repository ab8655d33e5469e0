import { paidFor, worthOfReturn } from "#src/payments/domain/paid-cart.ts";
import { sumOfParts } from "#src/payments/domain/payment.ts";
import {
  divideRefund,
  type Refund,
  type RefundOrigin,
  type RefundShare,
  refundOfTickets,
} from "#src/payments/domain/refund.ts";
import {
  findSaleKeyOfAdmission,
  lockPaidAttempt,
  lockPaidTickets,
  type PaidTicket,
  readPaidCart,
} from "#src/payments/store/paid-tickets.ts";
import { closeRequests } from "#src/payments/store/refund-requests.ts";
import { findPolicy, findRefund, findRefundByKey, insertRefund, listRefunds } from "#src/payments/store/refunds.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import type { Db } from "#src/platform/store/db.ts";
import { retryOnConflict } from "#src/platform/store/faults.ts";
import { lockCartPriceIfAny } from "#src/reservations/store/cart-prices.ts";
import { lockSales } from "#src/reservations/store/locked-sales.ts";
import { findCartKey } from "#src/reservations/store/sales.ts";
import { getSale } from "#src/reservations/use-cases/carts.ts";
import { byHandMinor, chargedMinor, isRefundedByService } from "./payment-methods.ts";
import type { PaymentRuntime } from "./payment-runtime.ts";
import { logFieldsOfRefund, reportRefund } from "./purchase-log.ts";
import { askForRefund, completeRefund } from "./settle-refunds.ts";
import { needsOrganiser } from "./voucher-returns.ts";

export type RefundCommand = {
  readonly caller: Pick<Caller, "id" | "account">;
  readonly saleKey: string;
  /** Absent: every ticket of the sale that was not refunded yet. */
  readonly admissionIds?: readonly number[] | undefined;
  /** Whether to skip tickets of `admissionIds` that were refunded already. Otherwise one of them refuses the request. */
  readonly skipsReturned?: boolean;
  /** When set, only tickets of this date are refunded. Only without `admissionIds`. */
  readonly eventDateId?: number | undefined;
  /** Tickets of these dates are not refunded. Only without `admissionIds`. */
  readonly exceptDateIds?: readonly number[];
  /** `policy`: what the event's refund policy gives buyers back at this moment, by the database's clock. */
  readonly share: RefundShare | "policy";
  /** Also refunds tickets that were used at the door. */
  readonly force: boolean;
  readonly reason?: string | undefined;
  /** Whether the buyer is sent a message. */
  readonly notify: boolean;
  /** What a voucher cannot take back goes to a new one. Otherwise it waits until the organiser decides. */
  readonly givesNewVoucher?: boolean;
  readonly origin: RefundOrigin;
  readonly idempotencyKey?: string | undefined;
};

/** Why nothing was refunded. `ticket` is its index in the request, absent when the problem concerns the whole sale. */
export type RefundProblem = {
  readonly problem:
    | "not_paid"
    | "not_of_sale"
    | "returned_already"
    | "admitted"
    | "outside_policy"
    | "paid_in_cash"
    | "voucher_closed";
  readonly ticket?: number;
};

export type RefundOutcome =
  | { readonly kind: "refund"; readonly refund: Refund; readonly replayed: boolean }
  | { readonly kind: "refused"; readonly problems: readonly RefundProblem[] }
  /** The idempotency key was used for another body. */
  | { readonly kind: "no_such_thing" | "other_body" };

/**
 * Refunds tickets of a paid sale, all or some. When the processor's answer is not known the refund stays STARTED, and the
 * reconciler finds out.
 */
export async function refundSale(runtime: PaymentRuntime, request: RefundCommand): Promise<RefundOutcome> {
  return askIfStarted(
    runtime,
    await retryOnConflict(() => runtime.db.transaction((tx) => startRefund(tx, runtime, request))),
  );
}

/** Asks the processor for a refund that a committed transaction has just started. Returns other outcomes as they are. */
export async function askIfStarted(runtime: PaymentRuntime, started: RefundOutcome): Promise<RefundOutcome> {
  if (started.kind !== "refund" || started.replayed) return started;
  if (started.refund.state !== "STARTED") {
    reportRefund(runtime, started.refund);
    return started;
  }
  return { ...started, refund: await askOnce(runtime, started.refund) };
}

/** Refunds one ticket by its admission. */
export async function refundAdmission(
  runtime: PaymentRuntime,
  admissionId: number,
  request: Omit<RefundCommand, "saleKey" | "admissionIds">,
): Promise<RefundOutcome> {
  const saleKey = await findSaleKeyOfAdmission(runtime.db, request.caller.account.id, admissionId);
  if (saleKey === undefined) return { kind: "no_such_thing" };
  return refundSale(runtime, { ...request, saleKey, admissionIds: [admissionId] });
}

/** Returns the refunds of a sale, the oldest first; `undefined` when the account has no such sale. */
export async function listRefundsOfSale(
  runtime: Runtime,
  caller: Caller,
  key: string,
): Promise<{ readonly currency: string; readonly refunds: readonly Refund[] } | undefined> {
  const sale = await getSale(runtime, caller, { key });
  if (sale === undefined) return undefined;
  return { currency: sale.total.currency, refunds: await listRefunds(runtime.db, sale.eventId, sale.id) };
}

async function askOnce(runtime: PaymentRuntime, refund: Refund): Promise<Refund> {
  try {
    return await askForRefund(runtime, refund);
  } catch (error) {
    // The processor may have been called and the refund is written: the reconciler settles it.
    runtime.log("error", "A refund broke off and is followed up.", logFieldsOfRefund(refund), error);
    return refund;
  }
}

/**
 * Writes a refund and ends its tickets in one transaction, before the processor is asked, so that a ticket whose money goes back
 * admits nobody. When the processor has nothing to refund, this transaction completes the refund.
 */
export async function startRefund(tx: Db, runtime: PaymentRuntime, request: RefundCommand): Promise<RefundOutcome> {
  const { caller, saleKey, idempotencyKey, share } = request;
  const { account } = caller;
  const cartKey = await findCartKey(tx, account.id, saleKey);
  if (cartKey === undefined) return { kind: "no_such_thing" };
  await lockCartPriceIfAny(tx, account.id, cartKey);
  const [sale] = await lockSales(tx, account.id, { key: saleKey }, runtime.limits.latePaySeconds);
  if (sale === undefined) return { kind: "no_such_thing" };

  const { eventId, id: saleId } = sale;
  const fingerprint = fingerprintOf(runtime, request);
  const earlier = idempotencyKey && (await findRefundByKey(tx, { userId: caller.id, eventId, saleId, idempotencyKey }));
  if (earlier) {
    if (earlier.fingerprint !== fingerprint) return { kind: "other_body" };
    return { kind: "refund", refund: earlier, replayed: true };
  }
  if (sale.status !== "CONFIRMED") return { kind: "refused", problems: [{ problem: "not_paid" }] };
  const chosen = chooseTickets(await lockPaidTickets(tx, eventId, saleId), request);
  if ("problems" in chosen) return { kind: "refused", problems: chosen.problems };
  const allowed = share === "policy" ? await shareByPolicy(tx, { eventId, saleId }, chosen.tickets) : share;
  if ("problems" in allowed) return { kind: "refused", problems: allowed.problems };

  const attempt = await lockPaidAttempt(tx, eventId, saleId);
  if (attempt === undefined) throw new Error("A paid sale has no payment.");
  // A buyer's return is priced with the whole cart. Whoever else refunds gives back each ticket's share.
  const ids = chosen.tickets.map((ticket) => ticket.id);
  const cart = share === "policy" ? await readPaidCart(tx, attempt.id) : undefined;
  const worthMinor = cart && worthOfReturn(cart, ids);
  const leftMinor = [...attempt.left.values()].reduce((sum, minor) => sum + minor, 0);
  const tickets = refundOfTickets(chosen.tickets, allowed, {
    worthMinor,
    leftMinor,
    feesOwedMinor: cart?.feesOwedMinor ?? 0,
  });
  const amountMinor = tickets.reduce((sum, { minor }) => sum + minor, 0);
  const parts = divideRefund(amountMinor, attempt.left);
  // A click cannot hand over cash: the organiser decides, and returns it by hand.
  if (share === "policy" && byHandMinor(parts) > 0) return { kind: "refused", problems: [{ problem: "paid_in_cash" }] };
  // Nor give money to whoever has the code of a voucher that was disabled, or more time to one that has ended.
  if (share === "policy" && (await needsOrganiser(tx, attempt.id, sumOfParts(parts, ["VOUCHER"])))) {
    return { kind: "refused", problems: [{ problem: "voucher_closed" }] };
  }
  const cardMinor = chargedMinor(parts);
  const id = runtime.newId();
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
    givesNewVoucher: request.givesNewVoucher ?? false,
    currency: sale.total.currency,
    parts,
    cardMinor,
    tickets,
    worthMinor: worthMinor ?? paidFor(chosen.tickets),
    chargeId: cardMinor > 0 ? attempt.chargeId : undefined,
    status: isRefundedByService(parts) ? "REFUNDED" : "RETURNED",
  });
  await closeRequests(tx, { eventId, saleId, userId: caller.id }, { refundId: id });
  const refund = await written(tx, id);
  if (sumOfParts(refund.parts) !== refund.amount.minor)
    throw new Error("The parts of a refund do not add up to its amount.");
  if (cardMinor > 0) return { kind: "refund", refund, replayed: false };
  await completeRefund(tx, runtime, refund);
  return { kind: "refund", refund: await written(tx, id), replayed: false };
}

type Chosen = { readonly tickets: readonly PaidTicket[] } | { readonly problems: readonly RefundProblem[] };

/**
 * Returns the locked tickets that a request refunds, or why it refunds none of them. Without ids it is every ticket that was not
 * refunded yet. Used tickets are refunded only with `force`.
 */
export function chooseTickets(
  tickets: readonly PaidTicket[],
  {
    admissionIds,
    skipsReturned = false,
    eventDateId,
    exceptDateIds = [],
    force,
  }: Pick<RefundCommand, "admissionIds" | "skipsReturned" | "eventDateId" | "exceptDateIds" | "force">,
): Chosen {
  const problems: RefundProblem[] = [];
  const chosen: PaidTicket[] = [];
  const isOfDate = (ticket: PaidTicket) =>
    (eventDateId === undefined || ticket.eventDateId === eventDateId) && !exceptDateIds.includes(ticket.eventDateId);
  const wanted = admissionIds ?? tickets.filter((one) => isValid(one) && isOfDate(one)).map(({ id }) => id);
  for (const [place, id] of wanted.entries()) {
    const ticket = tickets.find((one) => one.id === id);
    const problem = problemOf(ticket, force);
    if (skipsReturned && problem === "returned_already") continue;
    if (problem !== undefined) problems.push({ problem, ...(admissionIds && { ticket: place }) });
    else if (ticket !== undefined && !chosen.includes(ticket)) chosen.push(ticket);
  }
  if (problems.length > 0) return { problems };
  return chosen.length === 0 ? { problems: [{ problem: "returned_already" }] } : { tickets: chosen };
}

function problemOf(ticket: PaidTicket | undefined, force: boolean): RefundProblem["problem"] | undefined {
  if (ticket === undefined) return "not_of_sale";
  if (!isValid(ticket)) return "returned_already";
  return ticket.isAdmitted && !force ? "admitted" : undefined;
}

function isValid({ status }: PaidTicket): boolean {
  return status === "CONFIRMED" || status === "PENDING_GUEST_DETAILS";
}

async function written(tx: Db, id: string): Promise<Refund> {
  const refund = await findRefund(tx, id);
  if (refund === undefined) throw new Error("A refund that was just written was not found.");
  return refund;
}

/** Returns what the event's policy gives back for these tickets, or the tickets that it does not cover now. */
async function shareByPolicy(
  tx: Db,
  { eventId, saleId }: { readonly eventId: number; readonly saleId: number },
  tickets: readonly PaidTicket[],
): Promise<RefundShare | { readonly problems: readonly RefundProblem[] }> {
  const { policy, openDateIds, reopenedIds } = await findPolicy(tx, eventId, saleId);
  const problems = tickets.flatMap(({ id, eventDateId }, ticket) => {
    const isOpen = openDateIds.includes(eventDateId) || reopenedIds.includes(id);
    return policy !== undefined && isOpen ? [] : [{ problem: "outside_policy", ticket } as const];
  });
  if (policy === undefined || problems.length > 0) return { problems };
  return { fee: policy.keepsFee ? "kept" : "returned", percentage: policy.percentage };
}

function fingerprintOf(
  runtime: Runtime,
  { admissionIds, eventDateId, share, force, reason, notify }: RefundCommand,
): string {
  const { fee, percentage } = share === "policy" ? { fee: share, percentage: 0 } : share;
  return runtime.fingerprint(
    JSON.stringify([admissionIds ?? null, eventDateId ?? null, fee, percentage, force, reason ?? null, notify]),
  );
}
