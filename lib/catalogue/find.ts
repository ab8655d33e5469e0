import "server-only";

import { currentSeason } from "#lib/catalogue/season.ts";
import { datesIn, facetsOf, searchSeason } from "#lib/catalogue/season-rules.ts";
import { type EventIndex, getFacets, listCalendarDates, listEventIndex } from "#lib/ticketing/calendar.ts";
import { searchEvents } from "#lib/ticketing/events.ts";
import type { CalendarDate, DatesQuery, Facets } from "#lib/ticketing/model/calendar.ts";
import type { EventPage, EventsQuery } from "#lib/ticketing/model/event.ts";

// Search, calendar, filters and sitemap. Where the service lacks the call, the list of all events is searched instead.

/** Returns one page of the published events that match. */
export async function findEvents(query: EventsQuery): Promise<EventPage> {
  return (await searchEvents(query)) ?? searchSeason(await currentSeason(), query, new Date());
}

/**
 * Returns dates of all published events. Without the service's calendar, the only known past dates are the first and last ones
 * of events.
 */
export async function findDates(query: DatesQuery): Promise<readonly CalendarDate[]> {
  return (await listCalendarDates(query)) ?? datesIn(await currentSeason(), query, new Date());
}

/** Returns the filters for upcoming events. */
export async function findFacets(): Promise<Facets> {
  return (await getFacets()) ?? facetsOf(await currentSeason(), new Date());
}

/** Returns one page of the events that have a page here. */
export async function findIndex(page: number, pageSize: number): Promise<EventIndex> {
  const index = await listEventIndex(page, pageSize);
  if (index) return index;
  const events = (await currentSeason()).map(({ event }) => ({ id: event.id }));
  return { events: events.slice((page - 1) * pageSize, page * pageSize), total: events.length };
}
