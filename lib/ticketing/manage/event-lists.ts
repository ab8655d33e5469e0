import "server-only";

import { z } from "zod";
import { calendarDate } from "#lib/ticketing/calendar.ts";
import type { PromoterCredential } from "#lib/ticketing/client/credential.ts";
import { MISSING_STATUSES } from "#lib/ticketing/client/extension.ts";
import { pathTo, queryOf } from "#lib/ticketing/client/paths.ts";
import { request, requestWithHeaders } from "#lib/ticketing/client/request.ts";
import { eventRows, listed } from "#lib/ticketing/events.ts";
import type { CalendarDate } from "#lib/ticketing/model/calendar.ts";
import type { EventSummary } from "#lib/ticketing/model/event.ts";
import { refused } from "#lib/ticketing/wire/purchase/refusals.ts";
import { count, ifReadable, readable, totalIn, withoutUndefined } from "#lib/ticketing/wire/shapes.ts";

/** Where an event is in its life. */
export const EVENT_STATES = ["COMING", "DRAFT", "OVER"] as const;
export type EventState = (typeof EVENT_STATES)[number];

/** Tickets of an event or a date. Absent for users who may not see them, and where the service does not count them. */
export type Figures = { readonly sold?: number; readonly reserved?: number; readonly left?: number };

type EventsInState = {
  readonly events: readonly { readonly event: EventSummary; readonly figures: Figures }[];
  /** The number of events on all pages. */
  readonly total: number;
};

type StateQuery = {
  readonly state: EventState;
  readonly q?: string | undefined;
  readonly venue?: number | undefined;
  readonly sort?: string | undefined;
  readonly page: number;
  readonly pageSize: number;
};

/** The refusal by a service that does not know a parameter of the query, or no such state. */
const notKnown = refused
  .refine(({ errors }) =>
    errors.some(({ path, code }) => code === "UNKNOWN_FIELD" || (path === "state" && code !== "NOT_ALLOWED")),
  )
  .transform(() => undefined);

/** Returns one page of the events in a state, drafts and past ones too; `undefined` where the service does not know states. */
export async function listEventsInState(
  as: PromoterCredential,
  accountId: number,
  query: StateQuery,
): Promise<EventsInState | undefined> {
  const path = pathTo`/account/${accountId}/eventSummaries`;
  const found = await requestWithHeaders<readonly unknown[] | undefined>({
    name: "listEventsInState",
    method: "GET",
    path: path && `${path}${queryOf(query)}`,
    answer: eventRows,
    refusal: notKnown,
    missing: MISSING_STATUSES,
    as,
  });
  const total = found && totalIn(found.headers);
  if (found?.value === undefined || total === undefined) return undefined;
  // A service that ignores the parameter returns its published events.
  if (!found.value.every((row) => inState.safeParse(row).data?.state === query.state)) return undefined;
  return { events: readable(eventInState).parse(found.value), total };
}

const inState = z.object({ state: z.string() });

const figures = z
  .object({ sold: ifReadable(count), reserved: ifReadable(count), left: ifReadable(count) })
  .transform(withoutUndefined);

const eventInState = z.unknown().transform((row, context) => {
  const { data } = listed.safeParse(row);
  if (data) return { event: data, figures: figures.safeParse(row).data ?? {} };
  context.addIssue("an event with an id and a venue");
  return z.NEVER;
});

const dates = z.array(
  z.unknown().transform((row, context) => {
    const { data } = calendarDate.safeParse(row);
    if (data) return { ...data, ...figures.safeParse(row).data };
    context.addIssue("a date of an event");
    return z.NEVER;
  }),
);

export type AccountDate = CalendarDate & Figures & { readonly id: number };

type DatesOfAccount = {
  /** With the figures of each date. */
  readonly event?: number;
  readonly from?: string;
  readonly to?: string;
  readonly page?: number;
  readonly pageSize: number;
};

/** Returns one page of dates by their start, of one event or of all published ones; `undefined` where the service does not have this call. */
export async function listAccountDates(
  as: PromoterCredential,
  accountId: number,
  query: DatesOfAccount,
): Promise<readonly AccountDate[] | undefined> {
  const path = pathTo`/account/${accountId}/eventDates`;
  return request<readonly AccountDate[] | undefined>({
    name: "listAccountDates",
    method: "GET",
    path: path && `${path}${queryOf({ page: 1, ...query })}`,
    answer: dates,
    refusal: notKnown,
    missing: MISSING_STATUSES,
    as,
  });
}
