import { saleStatusOf } from "#src/catalogue/domain/sale-status.ts";
import type { TicketSection } from "./sale.ts";

/** The conditions under which an event's ticket types can be reserved, as read from the database at `now`. */
export type Terms = {
  readonly now: Date;
  readonly eventId: number;
  readonly eventName: string;
  readonly accountId: number;
  readonly currency: string;
  readonly published: boolean;
  readonly cancelled: boolean;
  /** A discount that needs no code has this event in its scope. */
  readonly hasDiscounts: boolean;
  /** A confirmed entry waits for a date of these ticket types, so returned places are offered to the waiting list first. */
  readonly hasWaitingList: boolean;
  readonly ticketTypes: ReadonlyMap<number, TicketTypeTerms>;
};

export type TicketTypeTerms = {
  readonly id: number;
  readonly name: string;
  readonly eventDateId: number;
  readonly eventDateName: string;
  readonly section: TicketSection;
  readonly priceMinor: number;
  readonly feeMinor: number;
  readonly minimumPerOrder: number;
  readonly maximumPerOrder: number;
  readonly tags: readonly string[];
  readonly codeRequired: boolean;
  readonly hidden: boolean;
  readonly closed: boolean;
  readonly dateCancelled: boolean;
  readonly onSaleFrom: Date | undefined;
  readonly onSaleTo: Date | undefined;
  readonly endsAt: Date;
  /** The stock rows that a ticket of this type counts against: its section's, and its own if it has one. Never empty. */
  readonly caps: readonly Cap[];
};

export type Cap = { readonly stockId: number; readonly free: number };

/**
 * Returns why a ticket type is not on sale now, regardless of the places left, or `undefined` while it is. Sale windows and
 * codes do not apply to the box office. `hasCodes` counts as opening the type: whether the codes do is checked later,
 * under the lock that counts their uses.
 */
export function whyNotForSale(
  { published, cancelled, now }: Terms,
  type: TicketTypeTerms,
  boxOffice: boolean,
  hasCodes = false,
): ReservationRefusalCode | undefined {
  const { closed, dateCancelled, endsAt } = type;
  const { onSaleFrom, onSaleTo } = boxOffice ? { onSaleFrom: undefined, onSaleTo: undefined } : type;
  // Whether a place is left is decided when places are taken.
  const [free, minimum] = [1, 1];
  const status = saleStatusOf(
    { published, cancelled: cancelled || dateCancelled, closed, onSaleFrom, onSaleTo, endsAt, free, minimum },
    now,
  );
  if (status !== "ON_SALE") return status;
  const needsCode = type.codeRequired || type.hidden;
  return needsCode && !boxOffice && !hasCodes ? "CODE_REQUIRED" : undefined;
}

export type ReservationRefusalCode =
  | "SOLD_OUT"
  | "NOT_ENOUGH"
  | "OVER_LIMIT"
  | "UNDER_MINIMUM"
  | "NOT_ON_SALE"
  | "CLOSED"
  | "CANCELLED"
  | "CODE_REQUIRED"
  | "MIXED_CURRENCY"
  | "WRONG_STATE"
  | "OFFER_ENDED"
  | "HOLD_ENDED"
  | "NOT_FOUND";

/** One reason why a reservation was refused. `left` is set when a smaller quantity is possible. */
export type Refused = {
  readonly code: ReservationRefusalCode;
  readonly path: string;
  readonly ticketType?: number;
  readonly ticketTypeName?: string;
  readonly left?: number;
  /** The limit that was exceeded, for the message. */
  readonly limit?: number;
};
