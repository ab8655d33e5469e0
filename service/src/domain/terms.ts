import type { ReservationRefusalCode } from "./reservation-refusal.ts";

/** What an event lets people reserve, as the database had it at `now`. */
export type Terms = {
  readonly eventId: number;
  readonly eventName: string;
  readonly accountId: number;
  readonly currency: string;
  readonly published: boolean;
  readonly cancelled: boolean;
  readonly ticketTypes: ReadonlyMap<number, TicketTypeTerms>;
};

export type TicketTypeTerms = {
  readonly id: number;
  readonly name: string;
  readonly eventDateId: number;
  readonly eventDateName: string;
  readonly priceMinor: number;
  readonly feeMinor: number;
  readonly minimumPerOrder: number;
  readonly maximumPerOrder: number;
  readonly codeRequired: boolean;
  readonly closed: boolean;
  readonly dateCancelled: boolean;
  /** Where the database's clock stands against the sale's window, and against the end of the date. */
  readonly window: "BEFORE" | "OPEN" | "AFTER";
  readonly datePast: boolean;
  /** The caps that a ticket of this type counts against: its section's, and its own if it has one. Never none. */
  readonly caps: readonly Cap[];
};

export type Cap = { readonly stockId: number; readonly free: number };

/** Why nobody may buy this now, whatever is left; `undefined` while it is on sale. The box office is not bound by windows and codes. */
export function notForSale(
  terms: Terms,
  type: TicketTypeTerms,
  boxOffice: boolean,
): ReservationRefusalCode | undefined {
  if (terms.cancelled || type.dateCancelled) return "CANCELLED";
  if (!terms.published) return "NOT_ON_SALE";
  if (type.closed || type.datePast) return "CLOSED";
  if (boxOffice) return undefined;
  if (type.window === "BEFORE") return "NOT_ON_SALE";
  if (type.window === "AFTER") return "CLOSED";
  return type.codeRequired ? "CODE_REQUIRED" : undefined;
}
