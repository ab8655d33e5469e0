import type { DateOnTicket, RefundPolicy, Venue } from "#lib/ticketing/model/event.ts";
import type { AnswerProblem } from "#lib/ticketing/model/field.ts";
import type { Money } from "#lib/ticketing/model/money.ts";
import type { Advice, CodeAnswer, Saving } from "#lib/ticketing/model/pricing.ts";
import type { Loss, ReservedLine, SaleState } from "#lib/ticketing/model/reservation.ts";

/** The Reservations that one visitor pays for together. Its sums are the service's. */
export type Cart = {
  readonly id: string;
  readonly total: Money;
  readonly tax?: Money;
  readonly expiresAt?: string;
  readonly secondsLeft?: number;
  readonly sales: readonly CartSale[];
  /** One row for each rule, over all lines; `total` is the amount due after them. */
  readonly savings: readonly Saving[];
  readonly codes: readonly CodeAnswer[];
  readonly advice: readonly Advice[];
};

export type CartSale = {
  readonly key: string;
  /**
   * The reference that the Buyer quotes, the same for all sales of a payment. Absent before the payment, or from a service
   * without it.
   */
  readonly reference?: string;
  readonly status: SaleState;
  readonly eventId: number;
  readonly eventName: string;
  /** Dates and venue, from a service that returns them: present also when the catalogue no longer shows the Event. */
  readonly eventDates?: readonly DateOnTicket[];
  readonly venue?: Venue;
  readonly ageLimit?: string;
  /** `null`: Buyers cannot return tickets by themselves. Absent: the service does not say. */
  readonly refundPolicy?: RefundPolicy | null;
  readonly total: Money;
  /** ISO 8601; absent when the service has one end for the whole Cart. */
  readonly expiresAt?: string;
  readonly lines: readonly ReservedLine[];
  /** The dates of its lines that are cancelled, or moved since they were reserved, from a service that says so. */
  readonly changedDates?: readonly ChangedDate[];
  /** The savings lost without any ticket of its Event, from a service that says so. */
  readonly without?: Loss;
};

type ChangedDate = {
  readonly eventDateId: number;
  readonly isCancelled: boolean;
  /** The start when the tickets were reserved: ISO 8601. */
  readonly movedFrom?: string;
};

/** `problems` names the answers that were refused, where the service does. */
export type LockRefused = {
  readonly refusal: LockRefusal;
  readonly problems?: readonly AnswerProblem[];
  /** The service gave no reason that can be read. */
  readonly isUnexplained?: true;
};

export type LockRefusal = "details_refused" | "reservation_expired" | "wrong_state" | "already_paid" | "cancelled";

/** Why the codes of a Cart stay as they were. A service without this call is "not_offered". */
export type CodesRefusal = "not_offered" | "reservation_expired" | "wrong_state" | "code_required" | "refused";

/** The result of each sale from a service that pays sale by sale. Sales in no list have an unknown result. */
export type SalesPaid = {
  readonly paidKeys: readonly string[];
  /** The card was declined for these. */
  readonly refusedKeys: readonly string[];
  /** Listed by the service without a result: it stopped before it tried them. */
  readonly untriedKeys: readonly string[];
};

/** Why the service refuses a payment. Nothing is charged. */
export type PaymentRefusal =
  | "card_refused"
  | "amount_changed"
  | "busy"
  | "too_many_tries"
  /** The voucher is no longer valid, or has less left than it was to pay. */
  | "voucher_refused";
