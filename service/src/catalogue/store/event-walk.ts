import type { Db } from "#src/platform/store/db.ts";
import { type Conditions, conditions } from "#src/platform/store/rows.ts";
import { narrowEvents, narrowsDates, narrowsEvents } from "./event-filters.ts";
import { addWordConditions, type EventSearch, type MatchedPart, narrowAhead, type Slice } from "./event-lists.ts";

/**
 * Returns a slice in the order of `sortMatches` by reading events in that order until it is full, for lists and for
 * searches with many matches.
 */
export function walkEvents(
  db: Db,
  accountId: number,
  search: EventSearch,
  part: MatchedPart,
  slice: Slice,
): Promise<readonly number[]> {
  const walk = search.everything || narrowsDates(search) ? walkDates : walkPositions;
  return walk(db, accountId, search, part, slice);
}

/**
 * Returns a slice of the list and the number of its events. For a slice at offset `late` or later, the number is read first,
 * and then the slice from the nearer end of the list.
 */
export async function listEvents(
  db: Db,
  accountId: number,
  search: EventSearch,
  slice: Slice,
  late: number,
): Promise<{ readonly ids: readonly number[]; readonly total: number }> {
  if (search.everything || slice.offset < late) {
    const [ids, total] = await Promise.all([
      walkEvents(db, accountId, search, "anywhere", slice),
      countAll(db, accountId, search),
    ]);
    return { ids, total };
  }
  const total = await countAll(db, accountId, search);
  const offset = Math.max(0, total - slice.offset - slice.limit);
  if (offset >= slice.offset) return { ids: await walkPositions(db, accountId, search, "anywhere", slice), total };
  const limit = Math.max(0, Math.min(slice.limit, total - slice.offset));
  const fromEnd = await walkPositions(db, accountId, search, "anywhere", { offset, limit }, "from the end");
  return { ids: fromEnd.toReversed(), total };
}

/** Walks the stored positions of listed events. An event whose stored date is over is placed by its next date. */
async function walkPositions(
  db: Db,
  accountId: number,
  search: EventSearch,
  part: MatchedPart,
  { offset, limit }: Slice,
  from: "from the start" | "from the end" = "from the start",
): Promise<readonly number[]> {
  const [next, nulls] = from === "from the start" ? ["ASC", "NULLS LAST"] : ["DESC", "NULLS FIRST"];
  const where = conditions();
  const account = where.value(accountId);
  const joins = [
    addWordConditions(where, search, part) ? "JOIN event_search search ON search.event_id = position.event_id" : "",
    narrowsEvents(search) ? "JOIN event ON event.id = position.event_id" : "",
  ].join(" ");
  narrowEvents(where, search);
  where.add(`position.account_id = ${account} AND position.over_at > now()`);
  const upTo = where.value(offset + limit);
  const rows = await db.query<{ id: number }>(
    `SELECT id FROM (
       (SELECT position.event_id AS id, position.starts_at AS start FROM event_position position ${joins}
         WHERE ${where.text()} AND position.valid_until > now()
         ORDER BY position.starts_at ${next}, position.event_id ${next} LIMIT ${upTo})
       UNION ALL
       (SELECT position.event_id, first.start FROM event_position position ${joins},
               LATERAL (SELECT min(starts_at) AS start FROM event_date
                         WHERE event_id = position.event_id AND ends_at > now()) AS first
         WHERE ${where.text()} AND position.valid_until <= now()
         ORDER BY first.start ${next}, position.event_id ${next} LIMIT ${upTo})) AS found
      ORDER BY start ${next} ${nulls}, id ${next} LIMIT ${where.value(limit)} OFFSET ${where.value(offset)}`,
    where.values,
  );
  return rows.map(({ id }) => id);
}

/** Walks the dates by time. An event has the position of its first date; events without dates come last. */
async function walkDates(
  db: Db,
  accountId: number,
  search: EventSearch,
  part: MatchedPart,
  { offset, limit }: Slice,
): Promise<readonly number[]> {
  const where = conditions();
  const account = where.value(accountId);
  const joinWords = addWordConditions(where, search, part)
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

/** Returns the number of the account's events, from an index. The subtracted count reads only the few outdated positions. */
async function countAll(db: Db, accountId: number, { everything }: EventSearch): Promise<number> {
  const [row] = await db.prepared<{ total: number }>(
    everything ? "count_all_events" : "count_listed_events",
    everything
      ? `SELECT count(*) AS total FROM event WHERE account_id = $1`
      : `SELECT (SELECT count(*) FROM event_position WHERE account_id = $1) -
                (SELECT count(*) FROM event_position
                  WHERE account_id = $1 AND valid_until <= now() AND over_at <= now()) AS total`,
    [accountId],
  );
  return row?.total ?? 0;
}

/**
 * Adds bounds on the start instants of the dates to walk, so that an index limits the walk. A date still running, now or on
 * the first day, began at most the length of the account's longest date before. No time zone differs from UTC by a day, and
 * another day allows for changes of the clocks.
 */
function narrowWalk(dates: Conditions, account: string, { everything, from, to }: EventSearch): void {
  dates.add(`date.account_id = ${account}`);
  const longest = `(SELECT max(ends_at - starts_at) FROM event_date WHERE account_id = ${account})`;
  if (!everything) dates.add(`date.event_published AND date.starts_at > now() - interval '1 day' - ${longest}`);
  const midnight = (day: string) => `${dates.value(day)}::date::timestamp AT TIME ZONE 'UTC'`;
  if (from !== undefined) dates.add(`date.starts_at > ${midnight(from)} - interval '2 days' - ${longest}`);
  if (to !== undefined) dates.add(`date.starts_at < ${midnight(to)} + interval '3 days'`);
}
