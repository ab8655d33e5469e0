import type { TicketDate } from "#src/catalogue/domain/event.ts";
import type { Venue } from "#src/catalogue/domain/venue.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import type { Money } from "#src/platform/domain/money.ts";
import type { Answer } from "#src/reservations/domain/answers.ts";
import type { Buyer, TicketSection } from "#src/reservations/domain/sale.ts";

/** One person's right to enter one date. */
export type Admission = {
  readonly id: number;
  readonly uuid: string;
  readonly saleKey: string;
  readonly eventId: number;
  readonly eventName: string;
  /** As the organiser words it. `null`: not said. */
  readonly ageLimit: string | null;
  readonly venue: Venue;
  readonly eventDate: TicketDate;
  /** Its date when it was bought, if that is not its date now. */
  readonly movedFrom: MovedFrom | undefined;
  readonly ticketTypeId: number;
  readonly ticketTypeName: string;
  readonly section: TicketSection;
  readonly price: Money;
  readonly fee: Money;
  /** The amount paid for it, after savings. The admissions of a sale add up to the amount paid for the sale. */
  readonly paid: Money;
  readonly status: "PENDING_GUEST_DETAILS" | "CONFIRMED" | "REFUNDED" | "RETURNED";
  readonly holder: string;
  readonly buyer: Buyer;
  readonly data: Readonly<Record<string, string>>;
  /** The organiser's questions as they were when answered, with the answers. */
  readonly answers: readonly Answer[];
  readonly qrType: "A" | "B";
  readonly modifiedAt: Date;
  /** The last time of entry. */
  readonly admittedAt: Date | undefined;
  readonly mayEnterAgain: boolean;
  /** Its date or its event is cancelled. */
  readonly isCancelled: boolean;
};

/** The date and start of a ticket before the organiser moved the date, or before the buyer chose another date. */
export type MovedFrom = {
  readonly eventDateId: number;
  readonly startsAt: Date;
  readonly by: "ORGANISER" | "BUYER";
  /** Until when the organiser's move reopens the buyer's own refund, where the event has a refund policy. */
  readonly refundUntil?: Date;
};

export const ADMISSION_RESULTS = [
  "ADMITTED",
  "ALREADY_ADMITTED",
  "NOT_FOUND",
  "NOT_CONFIRMED",
  "CANCELLED",
  "WRONG_EVENT_DATE",
  "TOO_MANY_TODAY",
] as const;
export type AdmissionResult = (typeof ADMISSION_RESULTS)[number];

/** Ticket ids have 15 random digits. The ids of older tickets are shorter and consecutive, so they can be guessed. */
export const LEAST_RANDOM_ID = 10 ** 14;

/** The content of a QR code: the id for type A, the UUID for type B. */
export type ScannedCode = { readonly id: number } | { readonly uuid: string };

export function parseScannedCode(text: string): ScannedCode | undefined {
  const code = text.trim();
  if (/^[1-9]\d{0,14}$/.test(code)) return { id: Number(code) };
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(code) ? { uuid: code.toLowerCase() } : undefined;
}

/** Returns whether a scanned code may admit. An id that can be guessed may do so only for a type A ticket, whose code it is. */
export function isCodeOf(code: ScannedCode, { qrType }: Pick<Admission, "qrType">): boolean {
  return !("id" in code) || code.id >= LEAST_RANDOM_ID || qrType === "A";
}

/** Returns why an admission was refused at the door. */
export function whyNotAdmitted(admission: Admission, eventDateId: number | undefined): AdmissionResult {
  if (admission.status !== "CONFIRMED") return "NOT_CONFIRMED";
  if (admission.isCancelled) return "CANCELLED";
  if (eventDateId !== undefined && eventDateId !== admission.eventDate.id) return "WRONG_EVENT_DATE";
  return admission.mayEnterAgain ? "TOO_MANY_TODAY" : "ALREADY_ADMITTED";
}

/** The part of an admission that a caller sees: everything, or for the door without its code and contact data. */
export type AdmissionView = "full" | "door";

/**
 * Returns the part that this caller sees of an admission of their account. `undefined`: the call answers 404. A user who
 * sells and lacks ORDERS sends the sale's key to prove that the sale is theirs or their buyer's.
 */
export function admissionViewOf(
  { capabilities }: Pick<Caller, "capabilities">,
  { saleKey }: Pick<Admission, "saleKey">,
  givenSaleKey: string | undefined,
): AdmissionView | undefined {
  if (capabilities.has("ORDERS")) return "full";
  const sells = capabilities.has("PUBLIC") || capabilities.has("BOX_OFFICE");
  if (sells && givenSaleKey === saleKey) return "full";
  return capabilities.has("SCAN") ? "door" : undefined;
}
