import "server-only";

import { currentSeason } from "#lib/catalogue/season/season.ts";
import { datesIn, facetsOf, searchSeason } from "#lib/catalogue/season/season-rules.ts";
import {
  type EventIndex,
  getEventGroup,
  getFacets,
  listCalendarDates,
  listEventIndex,
} from "#lib/ticketing/calendar.ts";
import { searchEvents } from "#lib/ticketing/events.ts";
import type { CalendarDate, DatesQuery, Facets } from "#lib/ticketing/model/calendar.ts";
import type { EventGroup, EventPage, EventSummary, EventsQuery } from "#lib/ticketing/model/event.ts";

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

export type GroupInFull = EventGroup & {
  /** Its upcoming events, the next first, and their number. */
  readonly events: readonly EventSummary[];
  readonly total: number;
  readonly isMore: boolean;
  readonly dates: readonly CalendarDate[];
};

/** A larger group links to its search page. */
const OF_GROUP_MAX = 48;

/**
 * Returns a group with its events and dates; `undefined` when it does not exist. An id that does not exist costs one request.
 */
export async function readGroup(groupId: number): Promise<GroupInFull | undefined> {
  const group = await getEventGroup(groupId);
  if (group === undefined) return undefined;
  const [{ events, total, isMore }, dates] = await Promise.all([
    findEvents({ group: groupId, page: 1, pageSize: OF_GROUP_MAX }),
    findDates({ group: groupId }),
  ]);
  return { ...group, events, total, isMore, dates };
}
