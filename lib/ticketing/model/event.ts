import type { Field, GuestField } from "#lib/ticketing/model/field.ts";
import type { Money } from "#lib/ticketing/model/money.ts";
import type { Day } from "./day.ts";
import type { RefundPolicy } from "./refund-policy.ts";
import type { Venue } from "./venue.ts";

export type SaleStatus = "NOT_ON_SALE" | "ON_SALE" | "SOLD_OUT" | "CLOSED" | "CANCELLED";

/** An Event as a list shows it. Instants are ISO 8601 with the venue's offset. */
export type EventSummary = {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly heroImageUrl?: string;
  /** Describes the picture to readers who do not see it. */
  readonly heroImageAlt?: string;
  /** The lowest all-in price on sale; absent when nothing is. */
  readonly from?: Money;
  readonly firstDate?: string;
  readonly lastDate?: string;
  readonly saleStatus: SaleStatus;
  readonly venue: Venue;
  readonly tags: readonly string[];
  /** The event groups that it is in. */
  readonly groups: readonly { readonly id: number; readonly name: string }[];
};

/** One page of a list, and the number of events on all pages. */
export type EventPage = {
  readonly events: readonly EventSummary[];
  readonly total: number;
  /** The search stopped counting at `total`; there are more. */
  readonly isMore: boolean;
  /** No event matches the words of the search; these have similar words. */
  readonly isNearly: boolean;
};

/** A search for events. All events match without a filter. */
export type EventsQuery = {
  readonly q?: string | undefined;
  readonly from?: Day | undefined;
  readonly to?: Day | undefined;
  readonly venue?: number | undefined;
  readonly tag?: string | undefined;
  readonly dateGroup?: string | undefined;
  readonly group?: number | undefined;
  readonly page?: number;
  readonly pageSize?: number;
};

export type Event = EventSummary & {
  readonly abstract: string;
  readonly termsUrl?: string;
  /** In the organiser's own words, such as "16+". */
  readonly ageLimit?: string;
  /** `null`: Buyers cannot return tickets by themselves. Absent: the service does not say. */
  readonly refundPolicy?: RefundPolicy | null;
  readonly eventDateIds: readonly number[];
  /** The questions to the Buyer and to each Guest. */
  readonly fields: readonly Field[];
  readonly guestFields: readonly GuestField[];
};
