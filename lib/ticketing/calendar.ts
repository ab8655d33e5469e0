import "server-only";

import type { CalendarDate } from "#lib/domain/catalogue/calendar.ts";
import type { EventGroup } from "#lib/domain/catalogue/event-group.ts";
import type { Facets } from "#lib/domain/catalogue/facets.ts";
import { env } from "#lib/env.ts";
import { TicketingFault } from "#lib/ticketing/client/fault.ts";
import { pathTo } from "#lib/ticketing/client/paths.ts";
import { type Call, request, requestWhole } from "#lib/ticketing/client/request.ts";
import { calendarDates, eventGroup, eventIndex, facets } from "#lib/ticketing/wire/catalogue/calendar.ts";
import { queryOf } from "#lib/ticketing/wire/query.ts";
import { totalIn } from "#lib/ticketing/wire/shapes.ts";

export type DatesQuery = {
  readonly from?: string;
  readonly to?: string;
  readonly group?: number;
  /** No more than so many of each day. */
  readonly perDay?: number;
};

/** As many dates as one page of a calendar can show. */
const DATES_MAX = 200;

/** Dates of all published events, what is over included. */
export async function listCalendarDates({ group, ...asked }: DatesQuery): Promise<readonly CalendarDate[]> {
  const query = queryOf({ ...asked, eventGroup: group, page: 1, pageSize: DATES_MAX });
  return (await ofAccount("listCalendarDates", `/eventDates${query}`, calendarDates)).value;
}

/** `undefined` where the service has no such call, which is ours. */
export async function getFacets(): Promise<Facets | undefined> {
  return request({ name: "getFacets", method: "GET", path: accountPath("/facets"), answer: facets });
}

export async function getEventGroup(groupId: number): Promise<EventGroup | undefined> {
  const path = pathTo`/eventGroup/${groupId}`;
  return path && request({ name: "getEventGroup", method: "GET", path, answer: eventGroup });
}

export type EventIndex = {
  readonly events: readonly { readonly id: number; readonly modifiedAt?: string }[];
  readonly total: number;
};

/** One page of everything that has a page of its own, what is over included. */
export async function listEventIndex(page: number, pageSize: number): Promise<EventIndex> {
  const query = queryOf({ page, pageSize });
  const { value, headers } = await ofAccount("listEventIndex", `/eventIndex${query}`, eventIndex);
  return { events: value, total: totalIn(headers) ?? value.length };
}

async function ofAccount<T>(name: string, rest: `/${string}`, answer: Call<T>["answer"]) {
  const whole = await requestWhole({ name, method: "GET", path: accountPath(rest), answer });
  if (whole === undefined) throw new TicketingFault(`${name} found no such account.`);
  return whole;
}

function accountPath(rest: `/${string}`) {
  return `/account/${env().TICKETING_ACCOUNT}${rest}` as const;
}
