import type { RefundPolicy } from "#src/catalogue/domain/event.ts";
import type { Money } from "#src/platform/domain/money.ts";
import type { DecidedOrder } from "./decided-order.ts";
import { type MethodName, type PaidPart, REFUND_ORDER } from "./payment.ts";
import type { ClosedVoucher } from "./voucher.ts";

/**
 * STARTED before the processor is asked. REFUNDED: the money is on its way. RETURNED: nothing was paid, or only cash, which the
 * organiser returns by hand. REFUSED: the processor does not refund it, and its tickets are valid again. All but STARTED are final.
 */
export type RefundState = "STARTED" | "REFUNDED" | "RETURNED" | "REFUSED";

/** Who began it. */
export type RefundOrigin = "ORGANISER" | "BUYER" | "CANCELLATION";

/** What is given back for tickets of one sale. */
export type Refund = {
  /** Also the processor's id of the refund: it makes each id only once. */
  readonly id: string;
  readonly accountId: number;
  readonly saleKey: string;
  readonly cartKey: string;
  readonly eventId: number;
  readonly attemptId: string;
  /** The storefront's id of the attempt. */
  readonly attempt: string | undefined;
  /** The reference of the order, where it has one. */
  readonly order: string | undefined;
  /** The id of the request that began it. */
  readonly request: string | undefined;
  readonly amount: Money;
  /** The fees that were paid for its tickets and are kept. */
  readonly feeKept: Money;
  /** The part that the processor refunds, of the charge `chargeId`. It may be zero. */
  readonly card: Money;
  readonly chargeId: string | undefined;
  readonly parts: readonly PaidPart[];
  readonly state: RefundState;
  /** Until when a voucher that had ended can spend what it got back. */
  readonly revivedUntil: Date | undefined;
  /** Whether the voucher's part went to a new voucher, whose code the buyer was sent. */
  readonly hasNewVoucher: boolean;
  /** What the voucher got back and cannot spend: it waits for the organiser, or was left on the voucher. */
  readonly unspendable: { readonly state: "WAITING" | "LEFT"; readonly amount: Money } | undefined;
  /** Whether what a voucher cannot take back goes to a new one without waiting: the organiser has decided that. */
  readonly givesNewVoucher: boolean;
  readonly reason: string | undefined;
  /** Whether the buyer is sent a message. */
  readonly notify: boolean;
  /** A keyed hash of the request. */
  readonly fingerprint: string | undefined;
  readonly admissions: readonly { readonly id: number; readonly name: string }[];
  readonly createdAt: Date;
  /** Whole minutes since it was started. */
  readonly ageMinutes: number;
};

/** How much of what was paid for a ticket goes back. */
export type RefundShare = {
  readonly fee: "returned" | "kept";
  /** Of what was paid, or of what was paid without the fee when the fee is kept. */
  readonly percentage: number;
};

export type RefundedTicket = { readonly id: number; readonly minor: number; readonly feeKeptMinor: number };

type PaidShare = { readonly id: number; readonly paidMinor: number; readonly feeMinor: number };

/**
 * Returns what goes back for tickets of one sale, in the smallest unit: of each ticket's share of what was paid, rounded down for
 * each, or of `worthMinor`, what their return is worth, rounded down once. It is at most `leftMinor`, what was paid and not given
 * back, and is shared by the tickets like their shares; the first ticket takes the remainder. `feesOwedMinor`: the fees of returns
 * before that those were not worth, so that the order of returns keeps no fee from the organiser.
 */
export function refundOfTickets(
  tickets: readonly PaidShare[],
  { fee, percentage }: RefundShare,
  {
    worthMinor,
    leftMinor,
    feesOwedMinor = 0,
  }: { readonly worthMinor: number | undefined; readonly leftMinor: number; readonly feesOwedMinor?: number },
): readonly RefundedTicket[] {
  const backOf = (minor: number, feeKeptMinor: number) => Math.floor(((minor - feeKeptMinor) * percentage) / 100);
  // A saving may have reduced the fee too.
  const fees = tickets.map(({ paidMinor, feeMinor }) => (fee === "kept" ? Math.min(feeMinor, paidMinor) : 0));
  const shares = tickets.map(({ paidMinor }, at) => backOf(paidMinor, fees[at] ?? 0));
  const owedMinor = fee === "kept" && worthMinor !== undefined ? feesOwedMinor : 0;
  const feeMinor = Math.min(sum(fees) + owedMinor, worthMinor ?? Number.POSITIVE_INFINITY);
  const minor = worthMinor === undefined ? sum(shares) : backOf(worthMinor, feeMinor);
  const minors = spread(Math.min(minor, leftMinor), shares);
  const feesKept = spread(feeMinor, fees);
  return tickets.map(({ id }, at) => ({ id, minor: minors[at] ?? 0, feeKeptMinor: feesKept[at] ?? 0 }));
}

/** Shares a sum by weight, each share rounded down. The first one takes the remainder. */
function spread(minor: number, weights: readonly number[]): readonly number[] {
  const whole = BigInt(Math.max(1, sum(weights)));
  const shares = weights.map((weight) => Number((BigInt(minor) * BigInt(weight)) / whole));
  return shares.with(0, (shares[0] ?? 0) + minor - sum(shares));
}

function sum(minors: readonly number[]): number {
  return minors.reduce((total, minor) => total + minor, 0);
}

/**
 * Divides a refund among the methods that paid, in the order of `REFUND_ORDER`. `left` is what each has paid and not got back.
 * Throws when that is less than the refund.
 */
export function divideRefund(minor: number, left: ReadonlyMap<MethodName, number>): readonly PaidPart[] {
  let remaining = minor;
  const parts: PaidPart[] = [];
  for (const method of REFUND_ORDER) {
    const part = Math.min(remaining, left.get(method) ?? 0);
    if (part > 0) parts.push({ method, minor: part });
    remaining -= part;
  }
  if (remaining !== 0) throw new Error("A refund is more than what is left of its payment.");
  return parts;
}

/** OPEN until the organiser decides. APPROVED: its tickets were refunded. WITHDRAWN: the buyer chose to keep or to move them. */
export const REQUEST_STATES = ["OPEN", "APPROVED", "DECLINED", "WITHDRAWN"] as const;
type RequestState = (typeof REQUEST_STATES)[number];

/** A buyer's request to refund tickets outside the event's refund policy. */
export type BuyerRequest = DecidedOrder & {
  readonly id: number;
  readonly saleKey: string;
  readonly eventId: number;
  readonly eventName: string;
  readonly buyerName: string;
  readonly buyerEmail: string;
  readonly reason: string;
  readonly state: RequestState;
  readonly createdAt: Date;
  /** What the organiser tells the buyer about a declined request. `null`: nothing was said. */
  readonly declineReason: string | null;
  readonly admissions: readonly { readonly id: number; readonly name: string }[];
  /** The voucher that would get a part of a whole refund and cannot take it back, while the request is open. */
  readonly closedVoucher: ClosedVoucher | undefined;
  /** What was paid for its tickets; while it is open, for those that are not returned. */
  readonly amount: Money;
  /** The fees in it. */
  readonly fee: Money;
  /** What came back for the tickets of an approved request. */
  readonly refunded: Money | undefined;
  /** Whether the event's policy still covers all its tickets. `undefined`: it has none, or a date is cancelled. */
  readonly isInsidePolicy: boolean | undefined;
  readonly policy: RefundPolicy | undefined;
  /** When the processor last refused to refund its tickets, of an open request. */
  readonly refusedAt: Date | undefined;
};
