import "server-only";

import type { AtWork } from "#app/[locale]/promoter/as-promoter.ts";
import { catalogueFacets } from "#lib/catalogue/calendar.ts";
import { undefinedIfNotPermitted } from "#lib/ticketing/client/fault.ts";
import { type EventState, listEventsInState } from "#lib/ticketing/manage/event-lists.ts";
import { listSources, type SourcesReport } from "#lib/ticketing/manage/sources.ts";
import { shopTimeZone } from "#lib/ticketing/model/calendar.ts";
import { type Day, dayIn, startOfDay } from "#lib/ticketing/model/day.ts";
import type { Ref } from "#lib/ticketing/wire/shapes.ts";
import { type SourcesQuery, sourcesQueryIn } from "./sources-query.ts";

/** The most of a list that the service returns at once: the next events, and the last ones. */
const EVENTS_MAX = 200;

export type Sources = {
  readonly query: SourcesQuery;
  readonly today: Day;
  /** Those to choose from. */
  readonly events: readonly Ref[];
  /** `undefined` where the service counts no sources. */
  readonly report: SourcesReport | undefined;
};

/** Returns what the address of the report asks for, with days in the shop's time zone; `undefined` where it names no event of the account. */
export async function sourcesOf(
  { credential, accountId }: AtWork,
  typed: Parameters<typeof sourcesQueryIn>[0],
  now: Date,
): Promise<Sources | undefined> {
  const eventsIn = async (state: EventState): Promise<readonly Ref[]> => {
    const query = { state, page: 1, pageSize: EVENTS_MAX };
    // Who may read reports alone is told of the events ahead.
    const found = await listEventsInState(credential, accountId, query).catch(undefinedIfNotPermitted);
    return found?.events.map(({ event }) => event) ?? [];
  };
  const [{ value: facets }, ...lists] = await Promise.all([catalogueFacets(), eventsIn("COMING"), eventsIn("OVER")]);
  const zone = facets === undefined ? "UTC" : shopTimeZone(facets);
  const today = dayIn(now, zone);
  const query = sourcesQueryIn(typed, today);
  const events = lists.flat();
  const { from, event } = query;
  if (event !== undefined && !events.some(({ id }) => id === event)) return undefined;
  const report = await listSources(credential, accountId, { from: startOfDay(from, zone).toISOString(), event });
  return { query, today, events, report };
}
