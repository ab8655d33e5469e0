import type { Money } from "#lib/domain/money/money.ts";
import type { Buyer, GuestAnswers } from "#lib/domain/people/buyer.ts";
import type { Saving } from "#lib/domain/pricing/saving.ts";
import type { SaleState } from "#lib/domain/reservation/reservation.ts";

/** A Reservation that has been paid for, or is about to be: read back to learn the truth. */
export type Sale = {
  readonly id?: number;
  readonly key: string;
  readonly cartId?: string;
  readonly status: SaleState;
  readonly eventId: number;
  readonly eventName: string;
  readonly buyer?: Buyer;
  /** Whatever the Buyer has said, by the name of the question. */
  readonly answers: Readonly<Record<string, string>>;
  /** What was told of Guests before there were Admissions, in the order of each TicketType's tickets. */
  readonly guests: readonly GuestAnswers[];
  /** The link of the promoter's conditions that the Buyer has accepted. */
  readonly termsUrl?: string;
  readonly total: Money;
  /** What each rule took off it, from a service that says so. */
  readonly savings: readonly Saving[];
  readonly admissionIds: readonly number[];
  /** How it was paid, as the service says it: CREDIT_CARD, CASH. */
  readonly methods: readonly string[];
};
