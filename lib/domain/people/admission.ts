import { distinctSection } from "#lib/domain/cart/order-lines.ts";
import type { DateOnTicket } from "#lib/domain/catalogue/event-date.ts";
import type { Venue } from "#lib/domain/catalogue/venue.ts";
import type { Money } from "#lib/domain/money/money.ts";

/** One person's right to enter one EventDate. */
export type Admission = {
  readonly id: number;
  readonly uuid?: string;
  readonly ticketTypeId: number;
  readonly ticketTypeName: string;
  /** Where in the venue, from a service that says so on the ticket. */
  readonly section?: string;
  readonly eventId?: number;
  readonly eventName?: string;
  readonly eventDateId?: number;
  /** When and where, from a service that says so on the ticket: also once the catalogue says nothing any more. */
  readonly eventDate?: DateOnTicket;
  readonly venue?: Venue;
  readonly holder: string;
  /** The Guest's own name, where it was given: never the Buyer's. */
  readonly guestName: string;
  /** What the Guest has answered, by the name of the question. */
  readonly answers: Readonly<Record<string, string>>;
  readonly price: Money;
  readonly fee: Money;
  /** What was paid for it, after savings, from a service that says so. */
  readonly paid?: Money;
  readonly status: "NOT_RESERVED" | "RESERVED" | "PENDING_GUEST_DETAILS" | "CONFIRMED" | "REFUNDED" | "RETURNED";
  /** ISO 8601; absent before. */
  readonly admittedAt?: string;
  readonly qrType: "A" | "B";
};

/** What the QR code holds, and nothing else: type A the identifier, type B the UUID. */
export function qrText({ id, uuid, qrType }: Pick<Admission, "id" | "uuid" | "qrType">): string {
  return qrType === "B" && uuid !== undefined ? uuid : String(id);
}

/**
 * Returns what stands below the QR code: of a UUID the first eight signs in two groups, enough to tell two tickets apart
 * and too little to make the code from.
 */
export function shortCode(admission: Pick<Admission, "id" | "uuid" | "qrType">): string {
  const text = qrText(admission);
  return /^[0-9a-f]{8}-/i.test(text) ? `${text.slice(0, 4)} ${text.slice(4, 8)}`.toUpperCase() : text;
}

/** The section of a ticket, unless it only repeats the name of the ticket type. */
export function ticketSection({ ticketTypeName, section }: Pick<Admission, "ticketTypeName" | "section">) {
  return distinctSection(ticketTypeName, section);
}
