import { type Conditions, conditions } from "#src/platform/store/conditions.ts";
import type { Db } from "#src/platform/store/db.ts";
import { type EventFilters, narrowDates, narrowEvents, narrowsDates, narrowsEvents } from "./event-filters.ts";

export type EventSearch = EventFilters & {
  /** Each must stand somewhere in what is said of an event, as it was typed or as one of the others it may mean. */
  readonly words: readonly (readonly string[])[];
  /** Drafts and what is over are for those who manage the account. */
  readonly everything: boolean;
};

export type Slice = { readonly offset: number; readonly limit: number };

/** Where all the words stand: in the name; on the card with it (venue, tags, groups); only in the text below. */
export const PLACES = ["name", "card", "text"] as const;
export type Place = (typeof PLACES)[number] | "anywhere";

/**
 * The part of what fits, sorted, and how many fit; or nothing and one more than `max`, if more than that fit.
 * PostgreSQL takes the comparison of a long text for as cheap as that of a number, and would read every text rather
 * than the index of their words: here it is told otherwise.
 */
export async function sortFew(
  db: Db,
  accountId: number,
  search: EventSearch,
  place: Place,
  { offset, limit }: Slice,
  max: number,
): Promise<{ readonly ids: readonly number[]; readonly total: number }> {
  const where = conditions();
  const account = where.value(accountId);
  const words = whereWordsStand(where, search, place);
  if (words) where.add(`search.account_id = ${account}`);
  if (!words || narrowsEvents(search)) where.add(`event.account_id = ${account}`);
  // An event whose dates are still to come is shown; one whose dates are all over is not.
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
 * The same part of the same order, found by going through the dates ahead one after the other. An event stands where
 * the first of its dates does; one that has no dates stands at the end.
 */
export async function walk(
  db: Db,
  accountId: number,
  search: EventSearch,
  place: Place,
  { offset, limit }: Slice,
): Promise<readonly number[]> {
  const where = conditions();
  const account = where.value(accountId);
  const joinWords = whereWordsStand(where, search, place)
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

/** How many events the account has, by the index that stands in for them. */
export async function countAll(db: Db, accountId: number, { everything }: EventSearch): Promise<number> {
  const [row] = await db.query<{ total: number }>(
    `SELECT count(*) AS total FROM event WHERE account_id = $1 ${everything ? "" : "AND published AND over_at > now()"}`,
    [accountId],
  );
  return row?.total ?? 0;
}

/** Adds that the words stand in the row `search`, and answers how their place in it ranks. */
function whereWordsStand(
  where: Conditions,
  { words }: EventSearch,
  place: Place,
): { readonly rank: string } | undefined {
  if (words.length === 0) return undefined;
  const patterns = words.map((alternatives) => alternatives.map((word) => `containing(${where.value(word)})`));
  const standIn = (column: string) =>
    patterns
      .map((alternatives) => `(${alternatives.map((pattern) => `search.${column} LIKE ${pattern}`).join(" OR ")})`)
      .join(" AND ");
  const [name, card, all] = [standIn("name_words"), standIn("card_words"), standIn("all_words")];
  where.add({ name, card: `${card} AND NOT (${name})`, text: `${all} AND NOT (${card})`, anywhere: all }[place]);
  return { rank: `CASE WHEN ${name} THEN 0 WHEN ${card} THEN 1 ELSE 2 END` };
}

function narrowAhead(where: Conditions, date: string, search: EventSearch): void {
  narrowDates(where, date, search);
  if (!search.everything) where.add(`${date}.ends_at > now()`);
}

/**
 * What the dates asked for say of the instants by which they are walked. Nothing that still runs began longer ago than
 * the account's longest date lasts, and no venue's clock is a day away from UTC; a day more forgives what counts days
 * across a change of the clocks.
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
