import type { Page } from "#src/platform/domain/page.ts";
import { conditions } from "#src/platform/store/conditions.ts";
import type { Db } from "#src/platform/store/db.ts";
import { type EventFilters, narrowDates, narrowEvents, narrowsEvents } from "./event-filters.ts";

export type DateSearch = EventFilters &
  Page & {
    /** The maximum of dates on each day. */
    readonly perDay?: number | undefined;
  };

export type DateFound = {
  readonly id: number;
  readonly eventId: number;
  /** The number of dates on this day, with those beyond `perDay`. */
  readonly onDay: number;
};

/** Returns one page of the dates of all published events by day, past and cancelled ones included. */
export async function searchEventDates(
  db: Db,
  accountId: number,
  search: DateSearch,
): Promise<{ readonly dates: readonly DateFound[]; readonly total: number }> {
  const where = conditions();
  where.add(`date.account_id = ${where.value(accountId)} AND date.event_published`);
  narrowEvents(where, search);
  narrowDates(where, "date", search);
  // Without filters on events, an index of dates is sufficient.
  const join = narrowsEvents(search) ? "JOIN event ON event.id = date.event_id" : "";
  const shown = search.perDay === undefined ? "" : `WHERE place <= ${where.value(search.perDay)}`;
  const rows = await db.query<{ id: number | null; eventId: number; onDay: number; total: number }>(
    `WITH found AS (
       SELECT date.id, date.event_id AS "eventId", starts_local,
              row_number() OVER (PARTITION BY starts_local::date ORDER BY starts_local, date.id) AS place,
              count(*) OVER (PARTITION BY starts_local::date) AS "onDay"
         FROM event_date date ${join}
        WHERE ${where.text()})
     SELECT page.id, page."eventId", page."onDay", counted.total
       FROM (SELECT count(*) AS total FROM found) AS counted
       LEFT JOIN LATERAL (SELECT * FROM found ${shown} ORDER BY starts_local, id
                           LIMIT ${where.value(search.pageSize)} OFFSET ${where.value((search.page - 1) * search.pageSize)}) AS page ON true
      ORDER BY starts_local, id`,
    where.values,
  );
  const dates = rows.flatMap(({ id, eventId, onDay }) => (id === null ? [] : [{ id, eventId, onDay }]));
  return { dates, total: rows[0]?.total ?? 0 };
}
