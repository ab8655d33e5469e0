import "server-only";

import { z } from "zod";
import { env } from "#lib/env.ts";
import { MISSING_STATUSES, requestExtension } from "#lib/ticketing/client/extension.ts";
import { pathTo, queryOf } from "#lib/ticketing/client/paths.ts";
import { request } from "#lib/ticketing/client/request.ts";
import { saleStatus, statusOrAsk } from "#lib/ticketing/events.ts";
import type { CalendarDate, DatesQuery, Facets } from "#lib/ticketing/model/calendar.ts";
import { dayIn, parseMonth } from "#lib/ticketing/model/day.ts";
import type { EventGroup } from "#lib/ticketing/model/event.ts";
import { lastDayOf } from "#lib/ticketing/model/span.ts";
import { venue, withTimeZone } from "#lib/ticketing/wire/catalogue/venue.ts";
import { discounts } from "#lib/ticketing/wire/purchase/savings.ts";
import {
  absent,
  id,
  ifReadable,
  instant,
  money,
  optional,
  ref,
  refs,
  totalIn,
  withoutUndefined,
} from "#lib/ticketing/wire/shapes.ts";

export const calendarDate = z
  .object({
    id,
    event: ref,
    startDate: instant,
    endDate: ifReadable(instant),
    label: absent(z.string()),
    saleStatus,
    lowPrice: absent(money),
    presalePrice: ifReadable(money),
    over: optional(z.boolean(), false),
    venue,
    onDay: optional(z.int().positive(), 1),
  })
  .transform(({ event, startDate, endDate, label, lowPrice, presalePrice, over, saleStatus, venue: bare, ...date }) => {
    const venue = withTimeZone(bare, startDate);
    return withoutUndefined({
      ...date,
      event: { id: event.id, name: event.name },
      startsAt: startDate,
      endsAt: endDate,
      label: label || undefined,
      isOver: over,
      saleStatus: statusOrAsk(saleStatus, over),
      from: lowPrice,
      presale: presalePrice,
      venue,
      day: dayIn(new Date(startDate), venue.timeZone),
      lastDay: lastDayOf({ startsAt: startDate, endsAt: endDate }, venue.timeZone),
    });
  }) satisfies z.ZodType<CalendarDate>;

export const calendarDates = z.array(calendarDate);

const named = z.object({ name: z.string().min(1) }).transform(({ name }) => name);
const month = z.object({ month: z.string().refine((text) => parseMonth(text) !== undefined) });

const facets = z.object({
  venues: optional(z.array(venue.transform((one) => withTimeZone(one, undefined))), []),
  towns: optional(z.array(named), []),
  tags: optional(z.array(named), []),
  dateGroups: optional(z.array(named), []),
  eventGroups: optional(z.array(z.object({ id, name: z.string().min(1), events: optional(z.int(), 0) })), []),
  months: optional(z.array(month.transform(({ month }) => month)), []),
}) satisfies z.ZodType<Facets>;

const eventGroup = z
  .object({
    id,
    name: z.string().min(1),
    description: optional(z.string(), ""),
    abstract: optional(z.string(), ""),
    tags: optional(z.array(z.string()), []),
    events: optional(refs, []),
    discounts,
  })
  .transform(({ events, ...group }) => ({
    ...group,
    eventIds: events.map(({ id }) => id),
  })) satisfies z.ZodType<EventGroup>;

const eventIndex = z
  .object({ events: z.array(z.object({ id, modified: absent(instant) })) })
  .transform(({ events }) => events.map(({ id, modified }) => withoutUndefined({ id, modifiedAt: modified })));

/** The number of dates that one page of a calendar can show. */
export const DATES_MAX = 200;

/**
 * Returns one page of the dates of all published events, past ones included; `undefined` where the service does not have this call,
 * which is our own.
 */
export async function listCalendarDates({
  group,
  ...filters
}: DatesQuery): Promise<readonly CalendarDate[] | undefined> {
  const query = queryOf({ page: 1, ...filters, eventGroup: group, pageSize: DATES_MAX });
  const path = accountPath(`/eventDates${query}`);
  const call = { name: "listCalendarDates", method: "GET", path, answer: calendarDates } as const;
  return (await requestExtension(call))?.value;
}

/** Returns the filters; `undefined` where the service does not have this call, which is our own. */
export async function getFacets(): Promise<Facets | undefined> {
  const call = { name: "getFacets", method: "GET", path: accountPath("/facets"), answer: facets } as const;
  return (await requestExtension(call))?.value;
}

export async function getEventGroup(groupId: number): Promise<EventGroup | undefined> {
  const path = pathTo`/eventGroup/${groupId}`;
  return request({ name: "getEventGroup", method: "GET", path, answer: eventGroup, missing: MISSING_STATUSES });
}

export type EventIndex = {
  readonly events: readonly { readonly id: number; readonly modifiedAt?: string }[];
  readonly total: number;
};

/**
 * Returns one page of the events that have a page here, past ones included; `undefined` where the service does not have
 * this call, which is our own.
 */
export async function listEventIndex(page: number, pageSize: number): Promise<EventIndex | undefined> {
  const path = accountPath(`/eventIndex${queryOf({ page, pageSize })}`);
  const found = await requestExtension({ name: "listEventIndex", method: "GET", path, answer: eventIndex });
  return found && { events: found.value, total: totalIn(found.headers) ?? found.value.length };
}

function accountPath(rest: `/${string}`) {
  return `/account/${env().TICKETING_ACCOUNT}${rest}` as const;
}
