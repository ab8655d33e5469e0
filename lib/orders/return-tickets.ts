import "server-only";

import { deadlineOf, refundText } from "#lib/catalogue/facts-text.ts";
import { wordsOf } from "#lib/i18n/words-of.ts";
import { isReturned, type Ticket, type TicketedSale } from "#lib/orders/tickets.ts";
import { log } from "#lib/telemetry/log.ts";
import { isNothingDone, TicketingFault } from "#lib/ticketing/client/fault.ts";
import type { Admission } from "#lib/ticketing/model/admission.ts";
import { allowsRefunds, type RefundPolicy } from "#lib/ticketing/model/event.ts";
import { addMoney, isZero, type Money } from "#lib/ticketing/model/money.ts";
import type { RefundQuote, RequestOfSale } from "#lib/ticketing/model/sale.ts";
import {
  canReturnTickets,
  quoteRefund,
  type RefundResult,
  refundByBuyer,
  requestRefund,
} from "#lib/ticketing/refunds.ts";

/** A ticket that its Buyer can return, and how. */
export type ReturnableTicket = {
  readonly ticket: Ticket;
  readonly sale: TicketedSale;
  readonly returnOption: ReturnOption;
};

/** Returns the tickets of an order that can be returned. None where the service states no refund policy. */
export function returnableTickets(sales: readonly TicketedSale[], now: Date): readonly ReturnableTicket[] {
  if (!canReturnTickets()) return [];
  return sales.flatMap((sale) =>
    sale.tickets.flatMap((ticket) => {
      const policy = sale.sale.refundPolicy;
      if (policy === undefined || sale.sale.status !== "CONFIRMED") return [];
      // Cash is returned by hand, so the organiser decides.
      const own = sale.sale.payments.some(({ method }) => method === "CASH") ? null : policy;
      const { admission, eventDate, cancelled, choice, isRefunding = false } = ticket;
      const isCancelled = cancelled !== undefined;
      // Of a cancelled date, the choice offers a full refund, an automatic refund is on its way, or nothing was paid.
      const hasNothingBack = isCancelled && admission.paid !== undefined && isZero(admission.paid);
      if (choice !== undefined || isRefunding || hasNothingBack) return [];
      const { movedFrom } = admission;
      const facts = { admission, startsAt: eventDate?.startsAt, isCancelled, policy: own };
      const returnOption = returnOptionOf({ ...facts, reopenedUntil: movedFrom?.refundUntil }, now);
      return returnOption ? [{ ticket, sale, returnOption }] : [];
    }),
  );
}

/** The tickets that were refunded, and what was given back for them. */
type Refunded = { readonly count: number; readonly amount: Money };

/** Returns what was given back for these tickets of an order; `undefined` unless all of them are refunded, for known amounts. */
export function refundedTickets(sales: readonly TicketedSale[], ids: readonly number[]): Refunded | undefined {
  const refunds = sales.flatMap(({ sale }) => sale.refunds ?? []);
  const made = refunds.filter(
    ({ admissionIds, isUnderWay }) => !isUnderWay && admissionIds?.some((id) => ids.includes(id)),
  );
  const count = made.reduce((sum, { admissionIds = [] }) => sum + admissionIds.length, 0);
  if (made.length === 0 || count !== ids.length) return undefined;
  return { count, amount: made.map(({ amount }) => amount).reduce(addMoney) };
}

/**
 * Returns what the refund of these tickets of an order gives back. `undefined` where each gives back its share, since the whole is
 * refunded and nothing was saved, and where the service does not say; `asked` where the organiser decides about it.
 */
export async function quoteReturn(
  sales: readonly TicketedSale[],
  chosen: readonly ReturnableTicket[],
): Promise<RefundQuote | "asked" | "closed" | undefined> {
  const isByShares = sales.every(
    ({ sale: { savings, refundPolicy } }) => savings.length === 0 && (refundPolicy?.percentage ?? 100) === 100,
  );
  if (isByShares || chosen.length === 0) return undefined;
  return quoteRefund(returnsOf(chosen));
}

/**
 * Returns the requests to the organiser that are open or were declined, the oldest first. One whose tickets have all been returned,
 * or requested again, is left out.
 */
export function shownRequests(sales: readonly TicketedSale[]): readonly RequestOfSale[] {
  return sales.flatMap(({ sale, tickets }) => {
    const valid = tickets.flatMap(({ admission }) => (isReturned(admission) ? [] : [admission.id]));
    const requests = sale.refundRequests ?? [];
    return requests.flatMap((one, at) => {
      const later = new Set(requests.slice(at + 1).flatMap(({ admissionIds }) => admissionIds));
      const admissionIds = one.admissionIds.filter((id) => valid.includes(id) && !later.has(id));
      const isShown = one.state === "OPEN" || one.state === "DECLINED";
      return isShown && admissionIds.length > 0 ? [{ ...one, admissionIds }] : [];
    });
  });
}

/**
 * `not_made`: the service did nothing. `not_known`: it is not known whether tickets were refunded. `no_answer`: it is not known whether
 * the organiser was asked; the same request may be sent again.
 */
export type ReturnResult = RefundResult | "asked" | "requested" | "not_made" | "not_known" | "no_answer";

/** The results after which the tickets of a sale are returned, or their return is under way. */
const ACCEPTED: ReadonlySet<ReturnResult> = new Set([
  ...(["refunded", "returned", "under_way", "requested", "not_known"] as const),
  ...(["asked", "voucher_waits"] as const),
]);

/**
 * Refunds the chosen tickets, sale by sale. The key makes repeated submits of one form refund once. Where the organiser decides about
 * one of several sales, all of them are requested: then nothing is refunded before.
 */
export async function refundTickets(
  chosen: readonly ReturnableTicket[],
  idempotencyKey: string,
): Promise<ReturnResult> {
  const returns = returnsOf(chosen);
  // The service itself decides about one sale as a whole.
  const quoted = returns.length > 1 && (await quoteRefund(returns).catch((fault) => lost(fault, "not_made" as const)));
  if (quoted === "not_made") return quoted;
  if (quoted === "asked") {
    const result = await requestReturn(chosen, "");
    return result === "requested" ? "asked" : result;
  }
  const results = await ofEachSale(chosen, (saleKey, ids) =>
    refundByBuyer(saleKey, ids, idempotencyKey).catch((fault) =>
      lost(fault, isNothingDone(fault) ? "not_made" : "not_known"),
    ),
  );
  // `not_made` means that nothing was refunded, which is wrong once any sale was.
  return worstOf(results.some(isAccepted) ? results.map((one) => (one === "not_made" ? "not_known" : one)) : results);
}

/** Asks the organiser to refund the chosen tickets. */
export async function requestReturn(chosen: readonly ReturnableTicket[], reason: string): Promise<ReturnResult> {
  return worstOf(
    await ofEachSale(chosen, (saleKey, ids) =>
      requestRefund(saleKey, ids, reason).catch((fault) =>
        lost(fault, isNothingDone(fault) ? "not_made" : "no_answer"),
      ),
    ),
  );
}

async function ofEachSale(
  chosen: readonly ReturnableTicket[],
  work: (saleKey: string, ids: readonly number[]) => Promise<ReturnResult>,
): Promise<readonly ReturnResult[]> {
  const results: ReturnResult[] = [];
  for (const { key, admissions } of returnsOf(chosen)) results.push(await work(key, admissions));
  return results;
}

/** Returns the ids of these tickets with the key of their sale, in the order in which they are refunded. */
function returnsOf(chosen: readonly ReturnableTicket[]) {
  const bySale = Map.groupBy(chosen, ({ sale }) => sale.sale.key);
  return [...bySale].map(([key, tickets]) => ({ key, admissions: tickets.map(({ ticket }) => ticket.admission.id) }));
}

/** Returns the result for all sales: one that was not accepted comes first, and its tickets are still there to be chosen again. */
function worstOf(results: readonly ReturnResult[]): ReturnResult {
  const isOpen = (result: ReturnResult) => result === "under_way" || result === "not_known";
  const isOrganisers = (result: ReturnResult) => result === "asked" || result === "voucher_waits";
  const isPaidBack = (result: ReturnResult) => result === "refunded";
  const notAccepted = results.find((result) => !isAccepted(result));
  const open = results.find(isOpen) ?? results.find(isOrganisers);
  return notAccepted ?? open ?? results.find(isPaidBack) ?? results[0] ?? "closed";
}

function isAccepted(result: ReturnResult): boolean {
  return ACCEPTED.has(result);
}

function lost<Result>(fault: unknown, result: Result): Result {
  if (!(fault instanceof TicketingFault)) throw fault;
  log("warn", "A return of tickets got no answer.", { reason: fault.message, result: String(result) });
  return result;
}

/** `refund`: the Buyer gets this amount without asking. `request`: the organiser decides. */
type ReturnOption = { readonly way: "refund"; readonly amount: Money } | { readonly way: "request" };

/**
 * Returns what the Buyer of an order gets back alone for each date that the organiser has moved, and until when, in words. Dates whose
 * refund is the organiser's alone are left out.
 */
export function reopenedDates(sales: readonly TicketedSale[], now: Date, locale: string): ReadonlyMap<number, string> {
  const dates = returnableTickets(sales, now).flatMap(
    ({ ticket: { admission, eventDate }, sale: { sale }, returnOption }) => {
      const { movedFrom } = admission;
      const isOpen = returnOption.way === "refund" && !isZero(returnOption.amount) && movedFrom?.by === "ORGANISER";
      if (!isOpen || eventDate === undefined || !sale.refundPolicy) return [];
      const date = { ...eventDate, now, reopenedUntil: movedFrom.refundUntil };
      return [[eventDate.id, refundText(sale.refundPolicy, locale, wordsOf(locale).Facts, date)] as const];
    },
  );
  return new Map(dates);
}

type PaidTicket = Pick<Admission, "status" | "admittedAt" | "paid" | "fee">;

type TicketToReturn = {
  readonly admission: PaidTicket;
  /** ISO 8601. */
  readonly startsAt: string | undefined;
  readonly isCancelled: boolean;
  readonly policy: RefundPolicy | null | undefined;
  /** Until when a move of its date reopens the refund. ISO 8601. */
  readonly reopenedUntil?: string | undefined;
};

/**
 * Returns how a ticket can be returned now; `undefined` for one that is used, or was returned. The service checks it again,
 * by its own clock.
 */
export function returnOptionOf(
  { admission, startsAt, isCancelled, policy, reopenedUntil }: TicketToReturn,
  now: Date,
): ReturnOption | undefined {
  const isValid = admission.status === "CONFIRMED" || admission.status === "PENDING_GUEST_DETAILS";
  if (!isValid || admission.admittedAt !== undefined) return undefined;
  if (isCancelled || !allowsRefunds(policy) || startsAt === undefined || admission.paid === undefined)
    return { way: "request" };
  return now < deadlineOf(policy, { startsAt, reopenedUntil })
    ? { way: "refund", amount: refundOf(admission.paid, admission.fee, policy) }
    : { way: "request" };
}

/** Returns what goes back for a ticket, rounded down as the service rounds it. A saving may have reduced the fee too. */
function refundOf(
  paid: Money,
  fee: Money,
  { percentage, keepsFee }: Pick<RefundPolicy, "percentage" | "keepsFee">,
): Money {
  const feeKept = keepsFee ? Math.min(fee.minor, paid.minor) : 0;
  return { ...paid, minor: Math.floor(((paid.minor - feeKept) * percentage) / 100) };
}
