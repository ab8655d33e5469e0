import "server-only";

import { cache } from "react";
import { findEvents } from "#lib/catalogue/find.ts";
import { type Catalogued, lastGoodCopy } from "#lib/catalogue/last-good.ts";
import { nearestOnSale } from "#lib/catalogue/nearest-on-sale.ts";
import { readThrough } from "#lib/catalogue/read.ts";
import { eventTag, LISTS_TAG } from "#lib/runtime/catalogue-changes.ts";
import { undefinedOnFault } from "#lib/ticketing/client/fault.ts";
import { getEvent } from "#lib/ticketing/events.ts";
import type { Event, EventPage, EventSummary, EventsQuery } from "#lib/ticketing/model/event.ts";
import { getOffering } from "#lib/ticketing/offerings.ts";

/** The number of events on a page. It fills one, two and three columns evenly below the first event. */
const PAGE_SIZE = 25;

const EVENTS_COPY = "events";

/**
 * Returns the first page of events. `value` is `undefined` when the service has never answered, which is not an empty
 * programme.
 */
export const catalogueEvents = cache(() =>
  readThrough({
    name: EVENTS_COPY,
    tags: [LISTS_TAG],
    read: () => findEvents({ page: 1, pageSize: PAGE_SIZE }),
    isWrong: ({ total }, before) => total === 0 && before.total > 0,
  }),
);

/** At most the next thousand events: nearly every shop has fewer. */
const PROGRAMME_PAGES = 5;
const PROGRAMME_PAGE_SIZE = 200;

/** Returns the next events for feeds, of all or of one group, one venue, or both. */
export const catalogueProgramme = cache((group?: number, venue?: number) =>
  readThrough({
    name: `programme${scopeName(group, venue)}`,
    tags: [LISTS_TAG],
    read: () => readProgramme({ group, venue }),
  }),
);

/** Returns what the copy of a feed adds to its name. */
export function scopeName(group: number | undefined, venue: number | undefined): string {
  return `${group === undefined ? "" : `-group-${group}`}${venue === undefined ? "" : `-venue-${venue}`}`;
}

async function readProgramme(scope: Pick<EventsQuery, "group" | "venue">) {
  const first = await findEvents({ ...scope, page: 1, pageSize: PROGRAMME_PAGE_SIZE });
  // Anyone can invent a venue, of which no copy is kept.
  if (scope.venue !== undefined && first.total === 0) return undefined;
  const pages = Math.min(PROGRAMME_PAGES, Math.ceil(first.total / PROGRAMME_PAGE_SIZE));
  const events = [...first.events];
  for (let page = 2; page <= pages; page += 1) {
    events.push(...(await findEvents({ ...scope, page, pageSize: PROGRAMME_PAGE_SIZE })).events);
  }
  return { events, total: first.total };
}

/** Returns an Event; `value` is `undefined` when it does not exist. */
export const catalogueEvent = cache((eventId: number) =>
  readThrough({
    name: `event-${eventId}`,
    tags: [eventTag(eventId)],
    read: () => getEvent(eventId),
  }),
);

/** Returns the Event of an address; `value` is `undefined` where there is none. An id that cannot exist is not requested. */
export async function eventOfAddress(eventId: string): Promise<Catalogued<Event | undefined>> {
  return /^[1-9]\d{0,14}$/.test(eventId) ? catalogueEvent(Number(eventId)) : { value: undefined };
}

/**
 * Returns an Event's offering as of the rendering of the page. `value` is `undefined` when the Event does not exist.
 */
export const catalogueOffering = cache((eventId: number) =>
  readThrough({
    name: `offering-${eventId}`,
    tags: [eventTag(eventId)],
    read: () => getOffering(eventId),
  }),
);

/**
 * Returns up to three of the next events on sale, beside an event those at the same venue first. Empty when the service does not
 * answer.
 */
export async function othersOnSale(event?: Pick<EventSummary, "id" | "venue">): Promise<readonly EventSummary[]> {
  const events = await undefinedOnFault(catalogueEvents());
  return nearestOnSale(events?.value?.events ?? [], event);
}

/** Returns up to three of the next events on sale as they were last known, and when that was, without a request. */
export async function lastKnownOnSale(): Promise<{ readonly events: readonly EventSummary[]; readonly asOf?: string }> {
  const copy = await lastGoodCopy(EVENTS_COPY, new Date());
  if (copy === undefined) return { events: [] };
  // A copy was a page of events when it was stored, and older shapes are not read.
  return { events: nearestOnSale((copy.value as EventPage).events), asOf: copy.at };
}
