import type { Money } from "#lib/domain/money/money.ts";
import type { Field, GuestField } from "#lib/domain/questions/field.ts";
import type { Venue } from "./venue.ts";

export type SaleStatus = "NOT_ON_SALE" | "ON_SALE" | "SOLD_OUT" | "CLOSED" | "CANCELLED";

/** An Event as a list shows it. Instants are ISO 8601 with the venue's offset. */
export type EventSummary = {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly heroImageUrl?: string;
  /** The lowest all-in price on sale; absent when nothing is. */
  readonly from?: Money;
  readonly firstDate?: string;
  readonly lastDate?: string;
  readonly saleStatus: SaleStatus;
  readonly venue: Venue;
  readonly tags: readonly string[];
  /** The groups that show it. */
  readonly groups: readonly { readonly id: number; readonly name: string }[];
};

/** One page of a list, and how many there are on all pages. */
export type EventPage = {
  readonly events: readonly EventSummary[];
  readonly total: number;
  /** A search has found more than `total`, and goes no further. */
  readonly isMore: boolean;
  /** Nothing has the words that were asked for; these have words that are nearly the same. */
  readonly isNearly: boolean;
};

export type Event = EventSummary & {
  readonly abstract: string;
  readonly termsUrl?: string;
  readonly eventDateIds: readonly number[];
  /** What is asked of the Buyer, and of each Guest. */
  readonly fields: readonly Field[];
  readonly guestFields: readonly GuestField[];
};
