import "server-only";

import { env } from "#lib/env.ts";
import { requestExtension } from "#lib/ticketing/client/extension.ts";
import { pathTo } from "#lib/ticketing/client/paths.ts";
import { request } from "#lib/ticketing/client/request.ts";
import type { CalendarDate, DatesQuery } from "#lib/ticketing/model/calendar.ts";
import type { EventGroup } from "#lib/ticketing/model/event-group.ts";
import type { Facets } from "#lib/ticketing/model/facets.ts";
import { calendarDates, eventGroup, eventIndex, facets } from "#lib/ticketing/wire/catalogue/calendar.ts";
import { queryOf } from "#lib/ticketing/wire/query.ts";
import { totalIn } from "#lib/ticketing/wire/shapes.ts";

/** The number of dates that one page of a calendar can show. */
const DATES_MAX = 200;

/**
 * Returns dates of all published events, past ones included; `undefined` where the service does not have this call,
 * which is our own.
 */
export async function listCalendarDates({
  group,
  ...filters
}: DatesQuery): Promise<readonly CalendarDate[] | undefined> {
  const query = queryOf({ ...filters, eventGroup: group, page: 1, pageSize: DATES_MAX });
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
  return path && request({ name: "getEventGroup", method: "GET", path, answer: eventGroup });
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
