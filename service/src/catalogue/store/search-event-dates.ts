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
  const from = `FROM event_date date ${join} WHERE ${where.text()}`;
  const rows = await db.query<{ id: number | null; eventId: number; onDay: number; total: number }>(
    `WITH days AS MATERIALIZED (
       SELECT date.starts_local::date AS day, count(*) AS "onDay" ${from} GROUP BY 1)
     SELECT page.id, page."eventId", page."onDay", counted.total
       FROM (SELECT coalesce(sum("onDay"), 0)::bigint AS total FROM days) AS counted
       LEFT JOIN LATERAL (
         SELECT shown.*, days."onDay"
           FROM days, LATERAL (
             SELECT date.id, date.event_id AS "eventId", date.starts_local ${from}
                AND date.starts_local >= days.day AND date.starts_local < days.day + 1
              ORDER BY date.starts_local, date.id LIMIT ${where.value(search.perDay ?? null)}::bigint) AS shown
          ORDER BY shown.starts_local, shown.id
          LIMIT ${where.value(search.pageSize)} OFFSET ${where.value((search.page - 1) * search.pageSize)}) AS page ON true
      ORDER BY page.starts_local, page.id`,
    where.values,
  );
  const dates = rows.flatMap(({ id, eventId, onDay }) => (id === null ? [] : [{ id, eventId, onDay }]));
  return { dates, total: rows[0]?.total ?? 0 };
}
