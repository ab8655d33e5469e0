import "server-only";

import { cache } from "react";
import { type GroupInFull, readGroup } from "#lib/catalogue/group-in-full.ts";
import type { Catalogued } from "#lib/catalogue/last-good.ts";
import { readThrough, UNAVAILABLE } from "#lib/catalogue/read.ts";
import type { CalendarDate } from "#lib/domain/catalogue/calendar.ts";
import { daysOf, type Month } from "#lib/domain/catalogue/day.ts";
import type { Facets } from "#lib/domain/catalogue/facets.ts";
import { type EventIndex, getFacets, listCalendarDates, listEventIndex } from "#lib/ticketing/calendar.ts";

const TAGS = ["events"];

/** A busy day is cut short, so that a month of ten thousand dates is as long as one of a hundred. */
const PER_DAY = 6;

/** The dates of one month of the venues' calendars. */
export const catalogueMonth = cache(async (month: Month): Promise<Catalogued<readonly CalendarDate[] | undefined>> => {
  const read = await readThrough({
    name: `month-${month}`,
    tags: TAGS,
    ask: () => listCalendarDates({ from: `${month}-01`, to: daysOf(month).at(-1) ?? month, perDay: PER_DAY }),
  });
  return read === UNAVAILABLE ? { value: undefined } : read;
});

/** By what the events ahead can be filtered; `undefined` where the service has no such call or does not answer. */
export const catalogueFacets = cache(async (): Promise<Catalogued<Facets | undefined>> => {
  const read = await readThrough({ name: "facets", tags: TAGS, ask: getFacets, isOptional: true });
  return read === UNAVAILABLE ? { value: undefined } : read;
});

/** `value` is `undefined` when there is no such group. */
export const catalogueGroup = cache(async (groupId: number): Promise<Catalogued<GroupInFull | undefined>> => {
  const read = await readThrough({
    name: `group-${groupId}`,
    tags: [...TAGS, `group:${groupId}`],
    ask: () => readGroup(groupId),
  });
  return read === UNAVAILABLE ? { value: undefined } : read;
});

/** One page of everything that has a page of its own. */
export const catalogueIndex = cache(
  async (page: number, pageSize: number): Promise<Catalogued<EventIndex | undefined>> => {
    const read = await readThrough({
      name: `index-${page}-of-${pageSize}`,
      tags: TAGS,
      ask: () => listEventIndex(page, pageSize),
    });
    return read === UNAVAILABLE ? { value: undefined } : read;
  },
);
