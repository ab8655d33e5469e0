import type { Db } from "#src/platform/store/db.ts";
import { type Conditions, conditions } from "#src/platform/store/rows.ts";
import { type EventFilters, narrowDates, narrowEvents, narrowsDates, narrowsEvents } from "./event-filters.ts";

export type EventSearch = EventFilters & {
  /** The words of a search, each with its alternatives. An event matches when it has one alternative of every word. */
  readonly words: readonly (readonly string[])[];
  /** Whether drafts and past events are included. */
  readonly everything: boolean;
};

export type Slice = { readonly offset: number; readonly limit: number };

/** Where all the words occur: in the name, on the card (with venue, tags, groups), or only in the texts. */
export const MATCHED_PARTS = ["name", "card", "text"] as const;
export type MatchedPart = (typeof MATCHED_PARTS)[number] | "anywhere";

/**
 * Returns the ids of a slice of the sorted matches and the number of matches. With more than `max` matches it returns no
 * ids and `max + 1`. PostgreSQL assumes that comparing a long text costs as little as comparing a number, and would read
 * every text instead of the trigram index, so `cpu_operator_cost` is raised for the statement.
 */
export async function sortMatches(
  db: Db,
  accountId: number,
  search: EventSearch,
  part: MatchedPart,
  { offset, limit }: Slice,
  max: number,
): Promise<{ readonly ids: readonly number[]; readonly total: number }> {
  const where = conditions();
  const account = where.value(accountId);
  const dates = conditions(where.values);
  narrowAhead(dates, "date", search);
  const { rows: found, start } = matches(where, account, search, part, dates);
  const most = where.value(max);
  // Only events up to the rank of the last one of the slice need their first date.
  const upTo = where.value(offset + limit);
  const statement = `
    WITH found AS MATERIALIZED (${found} LIMIT ${most}::bigint + 1),
    counted AS (SELECT count(*) AS total FROM found)
    SELECT page.id, counted.total
      FROM counted LEFT JOIN LATERAL (
        SELECT search.id, search.rank, ${start} AS start
          FROM found AS search
         WHERE counted.total <= ${most}
           AND search.rank <= (SELECT max(rank) FROM (SELECT rank FROM found ORDER BY rank LIMIT ${upTo}) AS upTo)
         ORDER BY rank, start NULLS LAST, search.id
         LIMIT ${where.value(limit)} OFFSET ${where.value(offset)}) AS page ON true
     ORDER BY rank, start NULLS LAST, id`;
  const rows = await db.transaction(async (tx) => {
    await tx.query("SET LOCAL cpu_operator_cost = 0.05");
    return tx.query<{ id: number | null; total: number }>(statement, where.values);
  });
  return { ids: rows.flatMap((row) => (row.id === null ? [] : [row.id])), total: rows[0]?.total ?? 0 };
}

/** The SQL of the start of the first date ahead: the stored one, or the minimum of the dates once the stored one is over. */
const STORED_START = `
  (SELECT CASE WHEN valid_until > now() THEN starts_at
               ELSE (SELECT min(starts_at) FROM event_date WHERE event_id = search.id AND ends_at > now()) END
     FROM event_position WHERE event_id = search.id)`;

/** Returns the SELECT of the matches with their `id` and `rank`, and the SQL of their start. */
function matches(
  where: Conditions,
  account: string,
  search: EventSearch,
  part: MatchedPart,
  dates: Conditions,
): { readonly rows: string; readonly start: string } {
  const words = addWordConditions(where, search, part);
  narrowEvents(where, search);
  const joinEvent = (id: string) => (narrowsEvents(search) ? `JOIN event ON event.id = ${id}` : "");
  if (!words && narrowsDates(search)) {
    const published = search.everything ? "" : "AND date.event_published";
    const rows = `
      SELECT date.event_id AS id, 0 AS rank, min(date.starts_at) AS start FROM event_date date ${joinEvent("date.event_id")}
       WHERE date.account_id = ${account} ${published} AND ${dates.text()} AND ${where.text()} GROUP BY date.event_id`;
    return { rows, start: "search.start" };
  }
  const id = words ? "search.event_id" : "event.id";
  if (!search.everything) where.add(words ? "search.shown_until > now()" : "event.published AND event.over_at > now()");
  if (narrowsDates(search)) {
    where.add(`${id} IN (SELECT date.event_id FROM event_date date
                          WHERE date.account_id = ${account} AND ${dates.text()})`);
  }
  const isListOrder = !search.everything && !narrowsDates(search);
  const firstDate = `(SELECT min(date.starts_at) FROM event_date date WHERE date.event_id = search.id AND ${dates.text()})`;
  const from = words ? `event_search search ${joinEvent("search.event_id")}` : "event";
  // The rank is computed where a row is read, so that the materialised rows do not carry their words.
  const rank = part === "anywhere" ? (words?.rank ?? "0") : "0";
  return {
    rows: `
      SELECT ${id} AS id, ${rank} AS rank FROM ${from}
       WHERE ${words ? "search" : "event"}.account_id = ${account} AND ${where.text()}`,
    start: isListOrder ? STORED_START : firstDate,
  };
}

/** Adds the condition that the row `search` has the words. Returns the SQL of the rank of the match. */
export function addWordConditions(
  where: Conditions,
  { words }: EventSearch,
  part: MatchedPart,
): { readonly rank: string } | undefined {
  if (words.length === 0) return undefined;
  const patterns = words.map((alternatives) => alternatives.map((word) => `containing(${where.value(word)})`));
  const hasWords = (column: string) =>
    patterns
      .map((alternatives) => `(${alternatives.map((pattern) => `search.${column} LIKE ${pattern}`).join(" OR ")})`)
      .join(" AND ");
  const [name, card, all] = [hasWords("name_words"), hasWords("card_words"), hasWords("all_words")];
  where.add({ name, card: `${card} AND NOT (${name})`, text: `${all} AND NOT (${card})`, anywhere: all }[part]);
  return { rank: `CASE WHEN ${name} THEN 0 WHEN ${card} THEN 1 ELSE 2 END` };
}

export function narrowAhead(where: Conditions, date: string, search: EventSearch): void {
  narrowDates(where, date, search);
  if (!search.everything) where.add(`${date}.ends_at > now()`);
}

export type IndexedEvent = { readonly id: number; readonly modifiedAt: Date };

/** Returns one page of all published events, past ones included, the oldest first, so that pages do not shift. */
export async function listPublished(
  db: Db,
  accountId: number,
  page: number,
  pageSize: number,
): Promise<{ readonly events: readonly IndexedEvent[]; readonly total: number }> {
  const [[counted], events] = await Promise.all([
    db.query<{ total: number }>(`SELECT count(*) AS total FROM event WHERE account_id = $1 AND published`, [accountId]),
    db.query<IndexedEvent>(
      `SELECT id, modified_at AS "modifiedAt" FROM event WHERE account_id = $1 AND published ORDER BY id LIMIT $2 OFFSET $3`,
      [accountId, pageSize, (page - 1) * pageSize],
    ),
  ]);
  return { events, total: counted?.total ?? 0 };
}

/** Each is a short transaction of its own, since it locks its event. The next run writes the rest. */
const AT_ONCE = 200;

/**
 * Updates the list position of each event whose first date is over, and removes the positions of past events. An event that
 * is being changed or cancelled is left for the next run.
 */
export async function writeOutdatedPositions(db: Db): Promise<void> {
  const outdated = await db.prepared<{ id: number }>(
    "outdated_positions",
    `SELECT event_id AS id FROM event_position JOIN event ON event.id = event_id
      WHERE valid_until <= now() ORDER BY valid_until LIMIT $1 FOR NO KEY UPDATE OF event SKIP LOCKED`,
    [AT_ONCE],
  );
  for (const { id } of outdated) {
    await db.prepared("write_event_position", `SELECT write_event_position($1)`, [id]);
  }
}
