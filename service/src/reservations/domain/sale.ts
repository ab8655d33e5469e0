import type { RefundPolicy, TicketDate } from "#src/catalogue/domain/event.ts";
import type { Venue, VenueSection } from "#src/catalogue/domain/venue.ts";
import type { Money } from "#src/platform/domain/money.ts";
import type { CodeAnswer } from "#src/pricing/domain/code.ts";
import type { Saving } from "#src/pricing/domain/engine/rule.ts";
import type { Answer } from "./answers.ts";

export type SaleState = "RESERVED" | "LOCKED" | "PROCESSING" | "CONFIRMED" | "UNFULFILLED" | "RELEASED" | "EXPIRED";

/** A sale in any state. An unpaid sale is called a reservation. */
export type Sale = {
  readonly id: number;
  readonly key: string;
  readonly cartKey: string;
  /** The reference that the buyer quotes, the same for all sales of a payment. Absent before the first payment. */
  readonly reference: string | undefined;
  readonly eventId: number;
  readonly eventName: string;
  readonly ageLimit: string | undefined;
  readonly refundPolicy: RefundPolicy | undefined;
  readonly venue: Venue;
  /** The dates of its lines, the earliest first. */
  readonly dates: readonly TicketDate[];
  /** Those of its dates that were cancelled, or that moved since it was reserved. */
  readonly changedDates: readonly ChangedDate[];
  readonly status: SaleState;
  readonly total: Money;
  readonly createdAt: Date;
  readonly modifiedAt: Date;
  readonly expiresAt: Date;
  /** Whole seconds until it expires, by the database's clock, and 0 afterwards. */
  readonly secondsLeft: number;
  readonly buyer: Buyer;
  /** The organiser's questions as they were when answered, with the answers. */
  readonly answers: readonly Answer[];
  readonly guests: GuestInputs;
  /** Absent when the event has no conditions, or they were not accepted. */
  readonly terms?: AcceptedTerms;
  readonly lines: readonly SaleLine[];
  /** Whether a discount without a code concerns its event, perhaps at another time. */
  readonly hasDiscounts: boolean;
  /** The message with its tickets was held back: too many went to its mailbox, and nothing was paid. */
  readonly mailHeld: boolean;
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

/** The organiser's purchase conditions that a buyer accepted, by their link. */
type AcceptedTerms = { readonly url: string; readonly acceptedAt: Date };

/** The conditions of a sale's event, and the link that was accepted for the sale earlier. */
export type TermsOfSale = {
  readonly id: number;
  readonly eventId: number;
  readonly eventName: string;
  readonly url: string;
  readonly required: boolean;
  readonly acceptedUrl: string | undefined;
};

/** Conditions that must be accepted before a cart is locked, and the name of their event. */
export type TermsMissing = { readonly url: string; readonly eventName: string };

/** Returns the required conditions that were not accepted, each once. Changed conditions must be accepted again. */
export function missingTerms(terms: readonly TermsOfSale[], accepted: readonly string[]): readonly TermsMissing[] {
  const missing = terms.filter(({ url, required, acceptedUrl }) => {
    return required && acceptedUrl !== url && !accepted.includes(url);
  });
  return [...new Map(missing.map(({ url, eventName }) => [url, { url, eventName }])).values()];
}

/** A sale whose row the transaction has locked. */
export type LockedSale = Pick<Sale, "eventId" | "id" | "key" | "cartKey" | "status" | "total" | "secondsLeft"> & {
  /** Past its expiry, by the database's clock. */
  readonly expired: boolean;
  /** Past the grace period too: it can no longer be paid. */
  readonly pastGrace: boolean;
  readonly holdsStock: boolean;
  /** The id of the request that reserved it, where the sale was read for its payment attempt. */
  readonly request?: string | undefined;
};

/** Returns the sales that can still be paid, expired or not. */
export function unpaid(rows: readonly LockedSale[]): readonly LockedSale[] {
  return rows.filter(({ status, pastGrace }) => (status === "RESERVED" || status === "LOCKED") && !pastGrace);
}

export function isBeingPaid({ status }: LockedSale): boolean {
  return status === "PROCESSING";
}

/** Returns whether a payment of the sale is in flight or done. */
export function isPaidOrInPayment({ status }: LockedSale): boolean {
  return status === "PROCESSING" || status === "CONFIRMED" || status === "UNFULFILLED";
}

/** Returns the seconds until the first of these sales expires. */
export function firstToExpire(sales: readonly LockedSale[]): number {
  return Math.min(...sales.map(({ secondsLeft }) => secondsLeft));
}

/** The answer to a new reservation. It is built from the written values, without another read. */
export type NewReservation = Pick<
  Sale,
  "key" | "cartKey" | "eventId" | "eventName" | "total" | "expiresAt" | "secondsLeft" | "lines"
> & {
  /** One for each code of the cart. */
  readonly codes: readonly CodeAnswer[];
};

type ChangedDate = {
  readonly eventDateId: number;
  readonly isCancelled: boolean;
  /** Its start when the tickets were reserved, where that has moved since. */
  readonly movedFrom?: Date;
};
