import type { TicketDate } from "#src/catalogue/domain/event.ts";
import type { RefundPolicy } from "#src/catalogue/domain/refund-policy.ts";
import type { Venue, VenueSection } from "#src/catalogue/domain/venue.ts";
import type { Money } from "#src/platform/domain/money.ts";
import type { Saving } from "#src/pricing/domain/engine/rule.ts";
import type { AcceptedTerms } from "./accepted-terms.ts";
import type { Answer } from "./answers.ts";

export type SaleState = "RESERVED" | "LOCKED" | "PROCESSING" | "CONFIRMED" | "UNFULFILLED" | "RELEASED" | "EXPIRED";

/** A sale in any state. An unpaid sale is called a reservation. */
export type Sale = {
  readonly id: number;
  readonly key: string;
  readonly cartKey: string;
  /** What the buyer quotes, the same for all sales of a payment. Absent before the first payment. */
  readonly reference: string | undefined;
  readonly eventId: number;
  readonly eventName: string;
  readonly ageLimit: string | undefined;
  readonly refundPolicy: RefundPolicy | undefined;
  readonly venue: Venue;
  /** The dates of its lines, the earliest first. */
  readonly dates: readonly TicketDate[];
  readonly status: SaleState;
  readonly total: Money;
  readonly createdAt: Date;
  readonly modifiedAt: Date;
  readonly expiresAt: Date;
  /** By the database's clock, never below zero. */
  readonly secondsLeft: number;
  readonly buyer: Buyer;
  /** The organiser's questions as they were when answered, with the answers. */
  readonly answers: readonly Answer[];
  readonly guests: GuestInputs;
  /** Absent when the event has no conditions, or they were not accepted. */
  readonly terms?: AcceptedTerms;
  readonly lines: readonly SaleLine[];
};

export type SaleLine = {
  readonly ticketTypeId: number;
  readonly ticketTypeName: string;
  readonly eventDateId: number;
  readonly eventDateName: string;
  readonly section: TicketSection;
  readonly quantity: number;
  readonly price: Money;
  readonly fee: Money;
  /** The savings on the whole line, by rule, in the sale's currency. */
  readonly savings: readonly Saving[];
};

/** The section of the venue that a ticket is for. */
export type TicketSection = Pick<VenueSection, "id" | "name" | "door">;

export type Buyer = Readonly<Record<string, string>>;

/** The guests' answers before there are admissions: by ticket type, in the order of its tickets. */
export type GuestInputs = Readonly<Record<string, readonly GuestInput[]>>;

export type GuestInput = {
  /** Empty when no question asks for the guest's name, or it was not answered. */
  readonly holder: string;
  readonly data: Readonly<Record<string, string>>;
  readonly answers: readonly Answer[];
  readonly complete: boolean;
};

/** A ticket type in a sale whose date or event is cancelled. */
export type CancelledTickets = { readonly ticketTypeId: number; readonly eventName: string };

export function isUnpaid({ status }: { readonly status: SaleState }): boolean {
  return status === "RESERVED" || status === "LOCKED";
}
