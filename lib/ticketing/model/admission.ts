import type { DateOnTicket, Venue } from "#lib/ticketing/model/event.ts";
import type { Money } from "#lib/ticketing/model/money.ts";

/** One person's right to enter one EventDate. */
export type Admission = {
  readonly id: number;
  readonly uuid?: string;
  readonly ticketTypeId: number;
  readonly ticketTypeName: string;
  /** The section, from a service that returns it with the ticket. */
  readonly section?: string;
  /** The entrance to the section, from a service that returns it. */
  readonly door?: string;
  readonly eventId?: number;
  readonly eventName?: string;
  /** In the organiser's own words, such as "16+". */
  readonly ageLimit?: string;
  readonly eventDateId?: number;
  /**
   * The date and venue, from a service that returns them with the ticket: present also when the catalogue no longer
   * shows the Event.
   */
  readonly eventDate?: DateOnTicket;
  /**
   * Its date at the purchase, from a service that returns it, where the organiser has moved it since or the Buyer chose
   * another.
   */
  readonly movedFrom?: MovedFrom;
  /** Whether its date or its Event is cancelled, from a service that says so with the ticket. */
  readonly cancelled?: boolean;
  readonly venue?: Venue;
  readonly holder: string;
  /** The Guest's own name, where it was given; never the Buyer's. */
  readonly guestName: string;
  /** The Guest's answers, by the name of the question. */
  readonly answers: Readonly<Record<string, string>>;
  readonly price: Money;
  readonly fee: Money;
  /** The price paid, after savings, from a service that returns it. */
  readonly paid?: Money;
  readonly status: "NOT_RESERVED" | "RESERVED" | "PENDING_GUEST_DETAILS" | "CONFIRMED" | "REFUNDED" | "RETURNED";
  /** ISO 8601; absent before. */
  readonly admittedAt?: string;
  readonly qrType: "A" | "B";
};

/** The earlier date of a ticket. `by` the organiser: the same date, at another time. `by` the Buyer: another date. */
export type MovedFrom = {
  readonly eventDateId: number;
  /** ISO 8601. */
  readonly startsAt: string;
  readonly by: "ORGANISER" | "BUYER";
  /** Until when the organiser's move reopens the Buyer's own refund by the policy of the Event: ISO 8601. */
  readonly refundUntil?: string;
};

/** Returns the content of the QR code: the id for type A, the UUID for type B. */
export function qrText({ id, uuid, qrType }: Pick<Admission, "id" | "uuid" | "qrType">): string {
  return qrType === "B" && uuid !== undefined ? uuid : String(id);
}

/**
 * Returns the text below the QR code: the first eight characters of a UUID in two groups, enough to distinguish two
 * tickets and too few to forge the code.
 */
export function shortCode(admission: Pick<Admission, "id" | "uuid" | "qrType">): string {
  const text = qrText(admission);
  return /^[0-9a-f]{8}-/i.test(text) ? `${text.slice(0, 4)} ${text.slice(4, 8)}`.toUpperCase() : text;
}

/** Returns the section of a ticket, unless it repeats the name of the ticket type. */
export function ticketSection({ ticketTypeName, section }: Pick<Admission, "ticketTypeName" | "section">) {
  return distinctSection(ticketTypeName, section);
}

/** Returns the section, unless it repeats the name of the ticket type. */
export function distinctSection(name: string, section: string | undefined): string | undefined {
  return section === undefined || section === name ? undefined : section;
}
