import type { DateOnTicket } from "#lib/domain/catalogue/event-date.ts";
import type { Venue } from "#lib/domain/catalogue/venue.ts";
import type { Money } from "#lib/domain/money/money.ts";
import type { Advice } from "#lib/domain/pricing/advice.ts";
import type { CodeAnswer } from "#lib/domain/pricing/code-answer.ts";
import type { Saving } from "#lib/domain/pricing/saving.ts";
import type { AnswerProblem } from "#lib/domain/questions/field.ts";
import type { ReservedLine, SaleState } from "#lib/domain/reservation/reservation.ts";

/** The Reservations that one visitor will pay for together. Its sums are the service's. */
export type Cart = {
  readonly id: string;
  readonly total: Money;
  readonly tax?: Money;
  readonly expiresAt?: string;
  readonly secondsLeft?: number;
  readonly sales: readonly CartSale[];
  /** One row a rule, over all lines; the total is what is due after them. */
  readonly savings: readonly Saving[];
  readonly codes: readonly CodeAnswer[];
  readonly advice: readonly Advice[];
};

export type CartSale = {
  readonly key: string;
  readonly status: SaleState;
  readonly eventId: number;
  readonly eventName: string;
  /** When and where, from a service that says so: also once the catalogue says nothing any more. */
  readonly eventDates?: readonly DateOnTicket[];
  readonly venue?: Venue;
  readonly total: Money;
  /** ISO 8601; absent when the service names one end for all of the Cart. */
  readonly expiresAt?: string;
  readonly lines: readonly ReservedLine[];
};

/** With what is wrong with which answer, where the service says so. */
export type LockRefused = { readonly refusal: LockRefusal; readonly problems?: readonly AnswerProblem[] };

export type LockRefusal = "details_refused" | "reservation_expired" | "wrong_state" | "already_paid" | "cancelled";

/** Why the codes of a Cart stay as they were. A service without this call is "not_offered". */
export type CodesRefusal = "not_offered" | "reservation_expired" | "wrong_state" | "code_required" | "refused";

/** What a service that pays sale by sale says of each: the rest of them it does not tell apart. */
export type SalesPaid = {
  readonly paidKeys: readonly string[];
  /** The card was declined for these. */
  readonly refusedKeys: readonly string[];
  /** Named, and no answer for them: it stopped before they were tried. */
  readonly untriedKeys: readonly string[];
};

export type PaymentRefusal =
  | "card_refused"
  | "amount_changed"
  | "not_payable"
  | "cart_empty"
  | "busy"
  | "too_many_tries";
