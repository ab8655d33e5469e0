import "server-only";

import { cache } from "react";
import { scopeName } from "#lib/catalogue/events.ts";
import { findDates, findFacets, findIndex, type GroupInFull, readGroup } from "#lib/catalogue/find.ts";
import type { Catalogued } from "#lib/catalogue/last-good.ts";
import { readThrough } from "#lib/catalogue/read.ts";
import { LISTS_TAG } from "#lib/runtime/catalogue-changes.ts";
import { DATES_MAX } from "#lib/ticketing/calendar.ts";
import type { CalendarDate, DatesQuery } from "#lib/ticketing/model/calendar.ts";
import { addDays, dayIn, daysOf, type Month } from "#lib/ticketing/model/day.ts";

const TAGS = [LISTS_TAG];

/** Limits the dates of a busy day, so that a month with ten thousand dates is as long as one with a hundred. */
const PER_DAY = 6;

/** Returns the dates of one month, in the venues' time zones. */
export const catalogueMonth = cache((month: Month) =>
  readThrough({
    name: `month-${month}`,
    tags: TAGS,
    read: () => findDates({ from: `${month}-01`, to: daysOf(month).at(-1) ?? month, perDay: PER_DAY }),
  }),
);

/** A calendar keeps what was on for so long. */
const PAST_DAYS = 31;
const FEED_PAGES = 5;

/**
 * Returns the dates of the last month and the next thousand or so, of all events or of one group, one venue, or both; `value` is
 * `undefined` where there is none.
 */
export const catalogueDates = cache((group?: number, venue?: number) =>
  readThrough({
    name: `dates${scopeName(group, venue)}`,
    tags: TAGS,
    read: () => readDates({ group, venue, from: addDays(dayIn(new Date(), "UTC"), -PAST_DAYS) }),
  }),
);

async function readDates(query: DatesQuery): Promise<readonly CalendarDate[] | undefined> {
  const dates: CalendarDate[] = [];
  for (let page = 1; page <= FEED_PAGES; page += 1) {
    const found = await findDates({ ...query, page });
    dates.push(...found);
    if (found.length < DATES_MAX) break;
  }
  // Anyone can invent a venue, of which no copy is kept.
  return dates.length === 0 ? undefined : dates;
}

/** Returns the filters for upcoming events; `undefined` where the service does not answer. */
export const catalogueFacets = cache(() =>
  readThrough({ name: "facets", tags: TAGS, read: findFacets, isOptional: true }),
);

/** Returns a group; `value` is `undefined` when it does not exist. */
export const catalogueGroup = cache((groupId: number) =>
  readThrough({
    name: `group-${groupId}`,
    tags: TAGS,
    read: () => readGroup(groupId),
  }),
);

/** Returns the group of an address; `value` is `undefined` where there is none. An id that cannot exist is not requested. */
export async function groupOfAddress(groupId: string): Promise<Catalogued<GroupInFull | undefined>> {
  return /^[1-9]\d{0,14}$/.test(groupId) ? catalogueGroup(Number(groupId)) : { value: undefined };
}

/** Returns one page of the events that have a page here. */
export const catalogueIndex = cache((page: number, pageSize: number) =>
  readThrough({
    name: `index-${page}-of-${pageSize}`,
    tags: TAGS,
    read: () => findIndex(page, pageSize),
  }),
);
