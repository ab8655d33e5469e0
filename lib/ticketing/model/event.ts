import type { Field, GuestField } from "#lib/ticketing/model/field.ts";
import type { Money } from "#lib/ticketing/model/money.ts";
import { type Day, hasOffset, zoneOf } from "./day.ts";
import type { Discount } from "./pricing.ts";
import type { Span } from "./span.ts";

export type SaleStatus = "NOT_ON_SALE" | "ON_SALE" | "SOLD_OUT" | "CLOSED" | "CANCELLED";

/** An Event as a list shows it. Instants are ISO 8601 with the venue's offset. */
export type EventSummary = {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly heroImageUrl?: string;
  /** Describes the picture to readers who do not see it. */
  readonly heroImageAlt?: string;
  /** The lowest all-in price on sale; absent when nothing is, and where the service does not say. */
  readonly from?: Money;
  /** The lowest all-in price with a code, while nothing is on sale to everybody. */
  readonly presale?: Money;
  readonly firstDate?: string;
  /** The end of the first date, if the promoter set one. */
  readonly firstDateEnd?: string;
  /** The start of the last date. */
  readonly lastDate?: string;
  /** The latest end that the promoter set, unless a date without an end starts later. */
  readonly lastDateEnd?: string;
  readonly saleStatus: SaleStatus;
  /** Whether buyers are let in by turns before they reserve. Absent: the service does not say. */
  readonly waitingRoom?: boolean;
  readonly venue: Venue;
  readonly tags: readonly string[];
  /** The event groups that it is in. */
  readonly groups: readonly { readonly id: number; readonly name: string }[];
};

type StatedDate = { readonly startsAt: string; readonly endsAt?: string };

/** Returns the first and the last date as an event states them. */
export function statedDates(event: Partial<EventSummary>): readonly StatedDate[] {
  const { firstDate, firstDateEnd, lastDate, lastDateEnd } = event;
  const first = firstDate === undefined ? [] : [{ startsAt: firstDate, ...(firstDateEnd && { endsAt: firstDateEnd }) }];
  if (lastDate === undefined || lastDate === firstDate) return first;
  // The latest end may be that of the first date.
  const end = lastDateEnd !== firstDateEnd && lastDateEnd;
  return [...first, { startsAt: lastDate, ...(end && { endsAt: end }) }];
}

/** One page of a list, and the number of events on all pages. */
export type EventPage = {
  readonly events: readonly EventSummary[];
  readonly total: number;
  /** The search stopped counting at `total`; there are more. */
  readonly isMore: boolean;
  /** No event matches the words of the search; these have similar words. */
  readonly isNearly: boolean;
  /** What the storefront has searched itself, for a service without search. */
  readonly searched?: "texts" | "texts_and_towns";
};

/** A search for events. All events match without a filter. */
export type EventsQuery = {
  readonly q?: string | undefined;
  readonly from?: Day | undefined;
  readonly to?: Day | undefined;
  readonly venue?: number | undefined;
  readonly town?: string | undefined;
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
  /** In the service's order. */
  readonly eventDateIds: readonly number[];
  /** The questions to the Buyer and to each Guest. */
  readonly fields: readonly Field[];
  readonly guestFields: readonly GuestField[];
};

/** The part of an EventDate that is on a ticket. A ticket need not know whether it is cancelled. */
export type DateOnTicket = Pick<EventDate, "id" | "startsAt" | "endsAt" | "doors" | "timeZone"> &
  Partial<Pick<EventDate, "saleStatus">>;

/** One occurrence of an Event. Times are ISO 8601 with the venue's offset. */
export type EventDate = {
  readonly id: number;
  readonly eventId: number;
  readonly startsAt: string;
  readonly endsAt?: string;
  /** When the doors open. */
  readonly doors?: string;
  readonly label?: string;
  readonly dateGroup?: string;
  readonly saleStatus: SaleStatus;
  readonly timeZone: string;
  readonly ticketTypeIds: readonly number[];
};

/** Events that belong together, such as a festival. */
export type EventGroup = {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly abstract: string;
  readonly tags: readonly string[];
  readonly eventIds: readonly number[];
  /** Discounts for choosing several of its Events. */
  readonly discounts: readonly Discount[];
};

export type Venue = {
  readonly id: number;
  readonly name: string;
  /** Street, suburb and city on one line; empty when the service has none. */
  readonly address: string;
  readonly city: string;
  /** The first lines of the address, where the service has it in parts. */
  readonly street?: string;
  readonly postcode?: string;
  readonly region?: string;
  readonly country?: string;
  /** IANA name, such as Pacific/Auckland, or a UTC offset. */
  readonly timeZone: string;
  /** The service names no zone: this one is a setting of the shop, or the offset of the event's first date. */
  readonly isZoneAssumed?: boolean;
  /** A page with a map, https. */
  readonly mapUrl?: string;
};

/**
 * Returns a date with the zone that it is shown in, where that is not its venue's: of a venue without a zone of its own, each date keeps
 * the clock time that the service wrote.
 */
export function inOwnZone<Date extends Span>(date: Date, venue: Pick<Venue, "timeZone" | "isZoneAssumed">): Date {
  const { startsAt } = date;
  return venue.isZoneAssumed && !hasOffset(venue.timeZone, startsAt) ? { ...date, timeZone: zoneOf(startsAt) } : date;
}

/** What Buyers get back for tickets that they return by themselves. */
export type RefundPolicy = {
  /** The last moment, in hours before the start of the ticket's date. */
  readonly untilHoursBefore: number;
  /** The part of the price paid that is returned, 0 to 100. */
  readonly percentage: number;
  /** Whether the booking fee is not returned. */
  readonly keepsFee: boolean;
};

/** Returns whether Buyers can get a part of the price back by themselves. */
export function allowsRefunds(policy: RefundPolicy | null | undefined): policy is RefundPolicy {
  return policy != null && policy.percentage > 0;
}

/** The seller, with links to the conditions. Each link is https. */
export type Seller = {
  readonly name: string;
  readonly email?: string;
  readonly termsUrl?: string;
  readonly privacyUrl?: string;
  readonly refundPolicyUrl?: string;
};
