import { type PaidCart, worthOfReturn } from "#src/payments/domain/paid-cart.ts";
import { type RefundShare, refundOfTickets, shareOfPolicy } from "#src/payments/domain/refund.ts";
import { findPaidAttempt, readPaidCart, type SoldTicket } from "#src/payments/store/paid-tickets.ts";
import { findPolicy } from "#src/payments/store/refunds.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import type { Money } from "#src/platform/domain/money.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import type { Db } from "#src/platform/store/db.ts";
import { chooseTickets, type RefundProblem } from "./refund.ts";

/** What a buyer's return of tickets gives back now, inside the refund policy. */
export type RefundQuote = {
  readonly amount: Money;
  readonly feeKept: Money;
  /** The price of the tickets that are kept, where the return is not worth what was paid for the returned ones. */
  readonly rest:
    | { readonly tickets: number; readonly price: Money; readonly lostSavings: readonly string[] }
    | undefined;
  /** What all tickets that can be returned now give back together. */
  readonly all: Money;
};

type QuoteOutcome =
  | { readonly kind: "quote"; readonly quote: RefundQuote }
  | { readonly kind: "no_such_thing" }
  | { readonly kind: "refused"; readonly problems: readonly RefundProblem[] };

/**
 * Returns what the return of these tickets gives back, of the sale or of others that were paid with it, before it is made. They are
 * taken to be refunded sale by sale, in the order of their ids here.
 */
export async function quoteRefund(
  { db }: Runtime,
  { account }: Caller,
  saleKey: string,
  admissionIds: readonly number[],
): Promise<QuoteOutcome> {
  const sale = await findPaidAttempt(db, account.id, saleKey);
  if (sale === undefined) return { kind: "no_such_thing" };
  if (sale.attemptId === null) return { kind: "refused", problems: [{ problem: "not_paid" }] };
  const cart = await readPaidCart(db, sale.attemptId);
  const chosen = chooseTickets(cart.tickets, { admissionIds, force: false });
  if ("problems" in chosen) return { kind: "refused", problems: chosen.problems };
  const open = await sharesByPolicy(db, cart.tickets);
  const outside = chosen.tickets.flatMap(({ id }) => (open.has(id) ? [] : [admissionIds.indexOf(id)]));
  if (outside.length > 0)
    return { kind: "refused", problems: outside.map((ticket) => ({ problem: "outside_policy", ticket })) };

  const toMoney = (minor: number): Money => ({ minor, currency: sale.currency });
  const { minor, feeKeptMinor, worthMinor } = refundBySale(cart, chosen.tickets, open);
  const returnable = cart.tickets.filter(
    ({ id, isReturned, isAdmitted }) => open.has(id) && !isReturned && !isAdmitted,
  );
  const rest = worthOfReturn(cart, admissionIds)?.rest;
  const isExplained = rest !== undefined && rest.tickets > 0 && worthMinor !== shareOf(chosen.tickets);
  return {
    kind: "quote",
    quote: {
      amount: toMoney(minor),
      feeKept: toMoney(feeKeptMinor),
      rest: isExplained ? { ...rest, price: toMoney(rest.minor) } : undefined,
      all: toMoney(refundBySale(cart, returnable, open).minor),
    },
  };
}

/** Returns what the policy gives back of each ticket that it covers now, by the ticket's id. */
async function sharesByPolicy(db: Db, tickets: readonly SoldTicket[]): Promise<ReadonlyMap<number, RefundShare>> {
  const shares = new Map<number, RefundShare>();
  for (const [eventId, ofEvent] of Map.groupBy(tickets, (ticket) => ticket.eventId)) {
    const { policy, openDateIds } = await findPolicy(db, eventId);
    const covered = ofEvent.filter(({ eventDateId }) => openDateIds.includes(eventDateId));
    if (policy !== undefined) for (const { id } of covered) shares.set(id, shareOfPolicy(policy));
  }
  return shares;
}

/** Returns the sums of the refunds of these tickets, one for each sale. Each changes what the next is worth. */
function refundBySale(
  cart: PaidCart<SoldTicket>,
  tickets: readonly SoldTicket[],
  shares: ReadonlyMap<number, RefundShare>,
) {
  const sums = { minor: 0, feeKeptMinor: 0, worthMinor: 0 };
  let now = cart;
  for (const [, ofSale] of Map.groupBy(tickets, ({ saleId }) => saleId)) {
    const ids = ofSale.map(({ id }) => id);
    const share = shares.get(ids[0] ?? 0);
    if (share === undefined) throw new Error("The policy does not cover a ticket.");
    const worthMinor = worthOfReturn(now, ids)?.minor;
    for (const ticket of refundOfTickets(ofSale, share, { worthMinor, leftMinor: Number.POSITIVE_INFINITY })) {
      sums.minor += ticket.minor;
      sums.feeKeptMinor += ticket.feeKeptMinor;
    }
    const worth = worthMinor ?? shareOf(ofSale);
    sums.worthMinor += worth;
    now = {
      ...now,
      tickets: now.tickets.map((one) => (ids.includes(one.id) ? { ...one, isReturned: true } : one)),
      returnedMinor: now.returnedMinor + worth,
    };
  }
  return sums;
}

function shareOf(tickets: readonly SoldTicket[]): number {
  return tickets.reduce((sum, { paidMinor }) => sum + paidMinor, 0);
}
