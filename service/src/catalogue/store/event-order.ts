import { type Conditions, conditions } from "#src/platform/store/conditions.ts";
import type { Db } from "#src/platform/store/db.ts";
import { type EventFilters, narrowDates, narrowEvents, narrowsDates, narrowsEvents } from "./event-filters.ts";

export type EventSearch = EventFilters & {
  /** The words of a search, each with its alternatives. An event matches when it has one alternative of every word. */
  readonly words: readonly (readonly string[])[];
  /** Whether drafts and past events are included. */
  readonly everything: boolean;
};

export type Slice = { readonly offset: number; readonly limit: number };

/** Where all the words occur: in the name, on the card (with venue, tags, groups), or only in the texts. */
export const PLACES = ["name", "card", "text"] as const;
export type Place = (typeof PLACES)[number] | "anywhere";

/**
 * Returns the ids of a slice of the sorted matches and the number of matches. With more than `max` matches it returns no
 * ids and `max + 1`. PostgreSQL assumes that comparing a long text costs as little as comparing a number, and would read
 * every text instead of the trigram index, so `cpu_operator_cost` is raised for the statement.
 */
export async function sortMatches(
  db: Db,
  accountId: number,
  search: EventSearch,
  place: Place,
  { offset, limit }: Slice,
  max: number,
): Promise<{ readonly ids: readonly number[]; readonly total: number }> {
  const where = conditions();
  const account = where.value(accountId);
  const words = addWordConditions(where, search, place);
  if (words) where.add(`search.account_id = ${account}`);
  if (!words || narrowsEvents(search)) where.add(`event.account_id = ${account}`);
  // Events with a date ahead are listed; past events are not.
  if (!search.everything) where.add(words ? "search.shown_until > now()" : "event.published AND event.over_at > now()");
  narrowEvents(where, search);
  const dates = conditions(where.values);
  narrowAhead(dates, "date", search);
  const id = words ? "search.event_id" : "event.id";
  if (narrowsDates(search)) {
    where.add(`${id} IN (SELECT date.event_id FROM event_date date
                          WHERE date.account_id = ${account} AND ${dates.text()})`);
  }
  const joinEvent = narrowsEvents(search) ? "JOIN event ON event.id = search.event_id" : "";
  const most = where.value(max);
  const statement = `
    WITH found AS MATERIALIZED (
      SELECT ${id} AS id ${words ? ", search.name_words, search.card_words" : ""}
        FROM ${words ? `event_search search ${joinEvent}` : "event"}
       WHERE ${where.text()} LIMIT ${most}::bigint + 1),
    counted AS (SELECT count(*) AS total FROM found)
    SELECT page.id, counted.total
      FROM counted LEFT JOIN LATERAL (
        SELECT search.id, ${words?.rank ?? 0} AS rank, start
          FROM found AS search, LATERAL (SELECT min(date.starts_at) AS start FROM event_date date
                                          WHERE date.event_id = search.id AND ${dates.text()}) AS next
         WHERE counted.total <= ${most}
         ORDER BY rank, start NULLS LAST, search.id
         LIMIT ${where.value(limit)} OFFSET ${where.value(offset)}) AS page ON true
     ORDER BY rank, start NULLS LAST, id`;
  const rows = await db.transaction(async (tx) => {
    await tx.query("SET LOCAL cpu_operator_cost = 0.05");
    return tx.query<{ id: number | null; total: number }>(statement, where.values);
  });
  return { ids: rows.flatMap((row) => (row.id === null ? [] : [row.id])), total: rows[0]?.total ?? 0 };
}

/**
 * Returns the same slice in the same order by walking the dates ahead by time, for searches with many matches. An event
 * has the position of its first date; events without dates come last.
 */
export async function walkDates(
  db: Db,
  accountId: number,
  search: EventSearch,
  place: Place,
  { offset, limit }: Slice,
): Promise<readonly number[]> {
  const where = conditions();
  const account = where.value(accountId);
  const joinWords = addWordConditions(where, search, place)
    ? "JOIN event_search search ON search.event_id = event.id"
    : "";
  narrowEvents(where, search);
  const dates = conditions(where.values);
  narrowAhead(dates, "date", search);
  narrowWalk(dates, account, search);
  const earlier = conditions(where.values);
  narrowAhead(earlier, "earlier", search);
  const upTo = where.value(offset + limit);
  const undated = `
    UNION ALL (SELECT event.id, NULL FROM event ${joinWords}
                WHERE event.account_id = ${account} AND event.over_at = 'infinity' AND ${where.text()}
                      ${search.everything ? "" : "AND event.published"}
                ORDER BY event.id LIMIT ${upTo})`;
  const rows = await db.query<{ id: number }>(
    `SELECT id FROM (
       (SELECT event.id, date.starts_at AS start
          FROM event_date date JOIN event ON event.id = date.event_id ${joinWords}
         WHERE ${dates.text()} AND ${where.text()}
           AND NOT EXISTS (SELECT FROM event_date earlier
                            WHERE earlier.event_id = date.event_id AND ${earlier.text()}
                              AND (earlier.starts_at, earlier.id) < (date.starts_at, date.id))
         ORDER BY date.starts_at, date.event_id LIMIT ${upTo})
       ${narrowsDates(search) ? "" : undated}) AS found
      ORDER BY start NULLS LAST, id LIMIT ${where.value(limit)} OFFSET ${where.value(offset)}`,
    where.values,
  );
  return rows.map(({ id }) => id);
}

/** Returns the number of the account's events, from an index. */
export async function countAll(db: Db, accountId: number, { everything }: EventSearch): Promise<number> {
  const [row] = await db.query<{ total: number }>(
    `SELECT count(*) AS total FROM event WHERE account_id = $1 ${everything ? "" : "AND published AND over_at > now()"}`,
    [accountId],
  );
  return row?.total ?? 0;
}

/** Adds the condition that the row `search` has the words. Returns the SQL of the rank of the match. */
function addWordConditions(
  where: Conditions,
  { words }: EventSearch,
  place: Place,
): { readonly rank: string } | undefined {
  if (words.length === 0) return undefined;
  const patterns = words.map((alternatives) => alternatives.map((word) => `containing(${where.value(word)})`));
  const hasWords = (column: string) =>
    patterns
      .map((alternatives) => `(${alternatives.map((pattern) => `search.${column} LIKE ${pattern}`).join(" OR ")})`)
      .join(" AND ");
  const [name, card, all] = [hasWords("name_words"), hasWords("card_words"), hasWords("all_words")];
  where.add({ name, card: `${card} AND NOT (${name})`, text: `${all} AND NOT (${card})`, anywhere: all }[place]);
  return { rank: `CASE WHEN ${name} THEN 0 WHEN ${card} THEN 1 ELSE 2 END` };
}

function narrowAhead(where: Conditions, date: string, search: EventSearch): void {
  narrowDates(where, date, search);
  if (!search.everything) where.add(`${date}.ends_at > now()`);
}

/**
 * Adds bounds on the start instants of the dates to walk, so that an index limits the walk. A date still running began at
 * most the length of the account's longest date ago. No time zone differs from UTC by a day, and another day allows for
 * changes of the clocks.
 */
function narrowWalk(dates: Conditions, account: string, { everything, from, to }: EventSearch): void {
  dates.add(`date.account_id = ${account}`);
  if (!everything) {
    dates.add(`date.event_published AND date.starts_at > now() - interval '1 day' -
               (SELECT max(ends_at - starts_at) FROM event_date WHERE account_id = ${account})`);
  }
  const midnight = (day: string) => `${dates.value(day)}::date::timestamp AT TIME ZONE 'UTC'`;
  if (from !== undefined) dates.add(`date.starts_at > ${midnight(from)} - interval '2 days'`);
  if (to !== undefined) dates.add(`date.starts_at < ${midnight(to)} + interval '3 days'`);
}
