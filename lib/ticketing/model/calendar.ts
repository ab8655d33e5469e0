import type { Money } from "#lib/ticketing/model/money.ts";
import type { Day, Month } from "./day.ts";
import type { EventsQuery, SaleStatus, Venue } from "./event.ts";

/** A search for dates. All dates match without a filter. */
export type DatesQuery = Pick<EventsQuery, "from" | "to" | "group" | "venue" | "page"> & {
  /** The maximum number of dates that begin on one day, and of those that began before `from`. */
  readonly perDay?: number;
};

/** One EventDate in a calendar of all Events. */
export type CalendarDate = {
  /** Absent where the service names only the first and the last date of an event. */
  readonly id?: number;
  readonly event: { readonly id: number; readonly name: string };
  readonly startsAt: string;
  readonly endsAt?: string;
  /** Where it is shown in another zone than the venue's. */
  readonly timeZone?: string;
  /** The first and the last day in the venue's time zone. */
  readonly day: Day;
  readonly lastDay: Day;
  readonly label?: string;
  readonly saleStatus: SaleStatus;
  /** The lowest all-in price; absent when the service does not say. */
  readonly from?: Money;
  /** The lowest all-in price with a code, while nothing is on sale to everybody. */
  readonly presale?: Money;
  readonly isOver: boolean;
  readonly venue: Venue;
  /** The number of dates that begin on that day, or of all that began before the days searched, those not listed included. */
  readonly onDay: number;
};

/** The filters for upcoming events; the most common first, groups by their first date. */
export type Facets = {
  readonly venues: readonly Venue[];
  readonly towns: readonly string[];
  readonly tags: readonly string[];
  readonly dateGroups: readonly string[];
  readonly eventGroups: readonly { readonly id: number; readonly name: string; readonly events: number }[];
  /** Months with a date that is not over, in order. */
  readonly months: readonly Month[];
};

/** Returns the shop's time zone: that of the venue with the most events. */
export function shopTimeZone({ venues }: Facets): string {
  return venues[0]?.timeZone ?? "UTC";
}
