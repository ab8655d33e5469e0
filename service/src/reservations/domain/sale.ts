import type { DateOnTicket } from "#src/catalogue/domain/event.ts";
import type { Venue } from "#src/catalogue/domain/venue.ts";
import type { Money } from "#src/platform/domain/money.ts";
import type { Saving } from "#src/pricing/domain/engine/rule.ts";
import type { AcceptedTerms } from "./accepted-terms.ts";
import type { Answer } from "./answers.ts";

export type SaleState = "RESERVED" | "LOCKED" | "PROCESSING" | "CONFIRMED" | "UNFULFILLED" | "RELEASED" | "EXPIRED";

/** A sale in any state; while it is unpaid it is called a reservation. */
export type Sale = {
  readonly id: number;
  readonly key: string;
  readonly cartKey: string;
  readonly eventId: number;
  readonly eventName: string;
  readonly venue: Venue;
  /** Those that its lines are for, the earliest first. */
  readonly dates: readonly DateOnTicket[];
  readonly status: SaleState;
  readonly total: Money;
  readonly createdAt: Date;
  readonly modifiedAt: Date;
  readonly expiresAt: Date;
  /** By the database's clock, never below zero. */
  readonly secondsLeft: number;
  readonly buyer: Buyer;
  /** The promoter's questions as they were asked, with what was answered. */
  readonly answers: readonly Answer[];
  readonly guests: GuestInputs;
  /** Absent where there were none to accept, or nobody said so. */
  readonly terms?: AcceptedTerms;
  readonly lines: readonly SaleLine[];
};

export type SaleLine = {
  readonly ticketTypeId: number;
  readonly ticketTypeName: string;
  readonly eventDateId: number;
  readonly eventDateName: string;
  readonly section: SectionOnTicket;
  readonly quantity: number;
  readonly price: Money;
  readonly fee: Money;
  /** What rules took off the whole line, in the sale's currency. */
  readonly savings: readonly Saving[];
};

/** Where in the venue a ticket is for. */
export type SectionOnTicket = { readonly id: number; readonly name: string };

export type Buyer = Readonly<Record<string, string>>;

/** What is known of guests before there are admissions: by ticket type, in the order of its tickets. */
export type GuestInputs = Readonly<Record<string, readonly GuestInput[]>>;

export type GuestInput = {
  /** Empty where the guest was not asked for a name, or none was given. */
  readonly holder: string;
  readonly data: Readonly<Record<string, string>>;
  readonly answers: readonly Answer[];
  readonly complete: boolean;
};

/** Tickets in a sale for something that does not take place. */
export type CalledOff = { readonly ticketTypeId: number; readonly eventName: string };

export function isUnpaid({ status }: { readonly status: SaleState }): boolean {
  return status === "RESERVED" || status === "LOCKED";
}
