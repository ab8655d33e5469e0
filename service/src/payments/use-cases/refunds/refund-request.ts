import type { Refund, RefundOrigin, RefundShare } from "#src/payments/domain/refund.ts";
import type { Caller } from "#src/platform/domain/caller.ts";

export type RefundRequest = {
  readonly caller: Pick<Caller, "id" | "account">;
  readonly saleKey: string;
  /** Absent: every ticket of the sale that has not come back yet. */
  readonly admissionIds?: readonly number[] | undefined;
  /** Whether tickets of `admissionIds` that have come back are passed over. Otherwise one of them refuses the request. */
  readonly skipsReturned?: boolean;
  /** With it, only tickets of this date. */
  readonly eventDateId?: number | undefined;
  /** Tickets of these dates are left alone when all that are left are refunded. */
  readonly exceptDateIds?: readonly number[];
  /** `policy`: what the event's refund policy gives buyers back at this moment, by the database's clock. */
  readonly share: RefundShare | "policy";
  /** Refunds tickets too that were used at the door. */
  readonly force: boolean;
  readonly reason?: string | undefined;
  /** Whether the buyer is sent a message. */
  readonly notify: boolean;
  readonly origin: RefundOrigin;
  readonly idempotencyKey?: string | undefined;
};

/** Why nothing was refunded. `ticket`: its place in the request, absent when the whole sale is concerned. */
export type RefundProblem = {
  readonly problem: "not_paid" | "not_of_sale" | "returned_already" | "admitted" | "outside_policy" | "paid_in_cash";
  readonly ticket?: number;
};

export type RefundOutcome =
  | { readonly kind: "refund"; readonly refund: Refund; readonly replayed: boolean }
  | { readonly kind: "refused"; readonly problems: readonly RefundProblem[] }
  /** The idempotency key was used for another body. */
  | { readonly kind: "no_such_thing" | "other_body" };
