import type { Named, NamedScanDate } from "#src/accounts/domain/person.ts";
import type { ScanDate } from "#src/platform/domain/caller.ts";
import { dateNameSql } from "#src/platform/store/date-names.ts";
import type { Db } from "#src/platform/store/db.ts";

/** How long after the end of a date, or the start of one without an end, a right that ends with it still holds. */
const HELD_AFTER = "interval '6 hours'";

/**
 * The SQL of a list of `ScanDate` in JSON, as rows of `given` in its order, each with its event and, if it is of one, its date. One
 * whose date or event is not there is left out. `ends.at` is when the right ends, if it ends with its date.
 */
const rightsSql = (scanDates: string) => `
ROWS FROM (jsonb_to_recordset(${scanDates}) AS ("eventDate" bigint, event bigint, "endsWithDate" boolean))
       WITH ORDINALITY AS given ("eventDate", event, "endsWithDate", nth)
  LEFT JOIN event_date given_date ON given_date.id = given."eventDate"
  JOIN event given_event ON given_event.id = coalesce(given_date.event_id, given.event)
 CROSS JOIN LATERAL (
       SELECT max(CASE WHEN each.ends_local IS NULL THEN each.starts_at ELSE each.ends_at END) + ${HELD_AFTER} AS at
         FROM event_date each
        WHERE each.event_id = given_event.id AND (given_date.id IS NULL OR each.id = given_date.id)
       ) AS ends`;

/** Returns the SQL of whether a user with these scan dates, in JSON, may scan a row of `event_date` now. */
export function mayScanSql(scanDates: string, date: string): string {
  return `(${scanDates} IS NULL OR EXISTS (
     SELECT FROM ${rightsSql(scanDates)}
      WHERE given_event.id = ${date}.event_id AND (given_date.id IS NULL OR given_date.id = ${date}.id)
        AND (NOT given."endsWithDate" OR ends.at > now())))`;
}

/** Scan dates as `namedScanDatesSql` returns them. */
export type ScanDatesInJson =
  | readonly {
      readonly eventDate: Named | null;
      readonly event: Named;
      readonly endsWithDate: boolean;
      readonly until: string | null;
      readonly hasEnded: boolean;
    }[]
  | null;

/** Returns the SQL of scan dates with names, in JSON. A date's name begins with that of its event. */
export function namedScanDatesSql(scanDates: string): string {
  return `CASE WHEN ${scanDates} IS NOT NULL THEN (
     SELECT coalesce(json_agg(json_build_object(
              'eventDate', CASE WHEN given_date.id IS NOT NULL THEN json_build_object('id', given_date.id,
                             'name', given_event.name || ', ' || ${dateNameSql("given_date")}) END,
              'event', json_build_object('id', given_event.id, 'name', given_event.name),
              'endsWithDate', given."endsWithDate",
              'until', CASE WHEN given."endsWithDate" THEN ends.at END,
              'hasEnded', given."endsWithDate" AND coalesce(ends.at <= now(), false)) ORDER BY nth), '[]')
       FROM ${rightsSql(scanDates)}) END`;
}

export function toNamedScanDates(inJson: ScanDatesInJson): readonly NamedScanDate[] | null {
  const named = inJson?.map(({ eventDate, event, endsWithDate, until, hasEnded }) => {
    const ends = { endsWithDate, until: until === null ? null : new Date(until), hasEnded };
    return eventDate ? { eventDate, ...ends } : { event, ...ends };
  });
  return named ?? null;
}

/** Returns these scan dates with names. */
export async function nameScanDates(
  db: Db,
  scanDates: readonly ScanDate[] | null,
): Promise<readonly NamedScanDate[] | null> {
  if (scanDates === null) return null;
  const [row] = await db.query<{ named: ScanDatesInJson }>(`SELECT ${namedScanDatesSql("$1::jsonb")} AS named`, [
    JSON.stringify(scanDates),
  ]);
  return toNamedScanDates(row?.named ?? null);
}

/** Returns the first of these dates and events that the account does not have. */
export async function findForeignScanDate(
  db: Db,
  accountId: number,
  scanDates: readonly ScanDate[],
): Promise<number | undefined> {
  const [foreign] = await db.query<{ at: number }>(
    `SELECT nth - 1 AS at
       FROM ROWS FROM (jsonb_to_recordset($2::jsonb) AS ("eventDate" bigint, event bigint))
            WITH ORDINALITY AS given ("eventDate", event, nth)
       LEFT JOIN event_date date ON date.id = given."eventDate"
       LEFT JOIN event ON event.id = coalesce(date.event_id, given.event) AND event.account_id = $1
      WHERE event.id IS NULL ORDER BY nth LIMIT 1`,
    [accountId, JSON.stringify(scanDates)],
  );
  return foreign?.at;
}

/** Returns those of these dates that a user with these scan dates may scan now. */
export async function listScannable(
  db: Db,
  scanDates: readonly ScanDate[] | null,
  eventDateIds: readonly number[],
): Promise<readonly number[]> {
  if (scanDates === null) return eventDateIds;
  const rows = await db.query<{ id: number }>(
    `SELECT date.id FROM event_date date WHERE date.id = ANY ($1::bigint[]) AND ${mayScanSql("$2::jsonb", "date")}`,
    [eventDateIds, JSON.stringify(scanDates)],
  );
  return rows.map(({ id }) => id);
}
