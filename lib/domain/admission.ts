import type { DateOnTicket } from "#lib/domain/event-date.ts";
import type { Money } from "#lib/domain/money.ts";
import type { Venue } from "#lib/domain/venue.ts";

/** One person's right to enter one EventDate. */
export type Admission = {
  readonly id: number;
  readonly uuid?: string;
  readonly ticketTypeId: number;
  readonly ticketTypeName: string;
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
  readonly status: "NOT_RESERVED" | "RESERVED" | "PENDING_GUEST_DETAILS" | "CONFIRMED" | "REFUNDED" | "RETURNED";
  /** ISO 8601; absent before. */
  readonly admittedAt?: string;
  readonly qrType: "A" | "B";
};

/** What the QR code holds, and nothing else: type A the identifier, type B the UUID. */
export function qrText({ id, uuid, qrType }: Pick<Admission, "id" | "uuid" | "qrType">): string {
  return qrType === "B" && uuid !== undefined ? uuid : String(id);
}
