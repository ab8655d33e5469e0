import "server-only";

import type { AtWork } from "#app/[locale]/promoter/as-promoter.ts";
import { catalogueFacets } from "#lib/catalogue/calendar.ts";
import { undefinedIfNotPermitted, undefinedOnFault } from "#lib/ticketing/client/fault.ts";
import { getEvent } from "#lib/ticketing/events.ts";
import { listEventsInState } from "#lib/ticketing/manage/event-lists.ts";
import { listAccountEvents } from "#lib/ticketing/manage/events.ts";
import { listSources, type SourcesReport } from "#lib/ticketing/manage/sources.ts";
import { shopTimeZone } from "#lib/ticketing/model/calendar.ts";
import { addDays, type Day, dayIn, startOfDay } from "#lib/ticketing/model/day.ts";
import { type SourcesQuery, sourcesQueryIn } from "./sources-query.ts";

/** The most past events that the service returns at once: the last ones. */
const PAST_MAX = 200;

/** `name`: empty where it is not known. */
export type NamedEvent = { readonly id: number; readonly name: string };

type Sources = {
  readonly query: SourcesQuery;
  readonly today: Day;
  /** Those to choose from, with the chosen one. */
  readonly events: readonly NamedEvent[];
  /** `undefined` where the service counts no sources. */
  readonly report: SourcesReport | undefined;
};

/** Returns what the address of the report asks for, with days in the shop's time zone; `undefined` where it names no event of the account. */
export async function sourcesOf(
  { credential, accountId }: AtWork,
  typed: Parameters<typeof sourcesQueryIn>[0],
  now: Date,
): Promise<Sources | undefined> {
  const [{ value: facets }, past, ahead] = await Promise.all([
    catalogueFacets(),
    // Who may read reports alone is told of the events ahead.
    listEventsInState(credential, accountId, { state: "OVER", page: 1, pageSize: PAST_MAX }).catch(
      undefinedIfNotPermitted,
    ),
    listAccountEvents(credential),
  ]);
  const named = [...ahead, ...(past?.events.map(({ event }) => event) ?? [])];
  const events = [...new Map(named.map(({ id, name }) => [id, { id, name }])).values()];
  const zone = facets === undefined ? "UTC" : shopTimeZone(facets);
  const today = dayIn(now, zone);
  const query = sourcesQueryIn(typed, today);
  const { from, to, event } = query;
  const period = {
    from: startOfDay(from, zone).toISOString(),
    ...(to !== undefined && { to: startOfDay(addDays(to, 1), zone).toISOString() }),
  };
  const report = await listSources(credential, accountId, { ...period, event });
  // The service has the report, and not this event.
  if (report === undefined && event !== undefined && (await listSources(credential, accountId, period)))
    return undefined;
  return { query, today, events: await withChosen(events, report && event), report };
}

/** Returns the events with the chosen one, which may be over, or not be among the first of many. */
async function withChosen(events: readonly NamedEvent[], chosen: number | undefined): Promise<readonly NamedEvent[]> {
  if (chosen === undefined || events.some(({ id }) => id === chosen)) return events;
  const found = await undefinedOnFault(getEvent(chosen));
  return [...events, { id: chosen, name: found?.name ?? "" }];
}
