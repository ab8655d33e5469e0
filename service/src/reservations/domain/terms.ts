import { saleStatusOf } from "#src/catalogue/domain/sale-status.ts";
import type { ReservationRefusalCode } from "./reservation-refusal.ts";
import type { SectionOnTicket } from "./sale.ts";

/** What an event lets people reserve, as the database had it at `now`. */
export type Terms = {
  readonly now: Date;
  readonly eventId: number;
  readonly eventName: string;
  readonly accountId: number;
  readonly currency: string;
  readonly published: boolean;
  readonly cancelled: boolean;
  /** A rule that applies without a code looks at this event. */
  readonly hasDiscounts: boolean;
  readonly ticketTypes: ReadonlyMap<number, TicketTypeTerms>;
};

export type TicketTypeTerms = {
  readonly id: number;
  readonly name: string;
  readonly eventDateId: number;
  readonly eventDateName: string;
  readonly section: SectionOnTicket;
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
  /** The caps that a ticket of this type counts against: its section's, and its own if it has one. Never none. */
  readonly caps: readonly Cap[];
};

export type Cap = { readonly stockId: number; readonly free: number };

/**
 * Why nobody may buy this now, however many are left; `undefined` while it is on sale. Windows and codes do not bind the box
 * office. Whether codes open it is not decided here, but where they are counted: they are believed.
 */
export function notForSale(
  { published, cancelled, now }: Terms,
  type: TicketTypeTerms,
  boxOffice: boolean,
  hasCodes = false,
): ReservationRefusalCode | undefined {
  const { closed, dateCancelled, endsAt } = type;
  const { onSaleFrom, onSaleTo } = boxOffice ? { onSaleFrom: undefined, onSaleTo: undefined } : type;
  // Whether there is one left is decided where it is taken, and nowhere before.
  const free = 1;
  const status = saleStatusOf(
    { published, cancelled: cancelled || dateCancelled, closed, onSaleFrom, onSaleTo, endsAt, free },
    now,
  );
  if (status !== "ON_SALE") return status;
  const needsCode = type.codeRequired || type.hidden;
  return needsCode && !boxOffice && !hasCodes ? "CODE_REQUIRED" : undefined;
}
