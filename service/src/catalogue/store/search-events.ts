import type { Page } from "#src/platform/domain/page.ts";
import type { Db } from "#src/platform/store/db.ts";
import { conditions } from "#src/platform/store/rows.ts";
import {
  type EventFilters,
  isOverDays,
  narrowDates,
  narrowEvents,
  narrowsDates,
  narrowsEvents,
} from "./event-filters.ts";
import { type EventSearch, MATCHED_PARTS, type Slice, sortMatches } from "./event-lists.ts";
import { listEvents, walkEvents } from "./event-walk.ts";

/** A search stops counting and paging after this number of matches. A list without filters does not. */
const FOUND_MAX = 1_000;

export type EventIds = {
  readonly ids: readonly number[];
  readonly total: number;
  /** Whether the count stopped at `total`. */
  readonly isMore: boolean;
};

/**
 * Returns the ids of one page of events and the number of events on all pages. Matches in the name come first, then on the
 * card, then in the texts; within these, by the first matching date. Few matches are all read and sorted. With many, the
 * events are read in order until the page is full: the next match is then never far.
 */
export async function searchEvents(
  db: Db,
  accountId: number,
  search: EventSearch & Page,
  max = FOUND_MAX,
): Promise<EventIds> {
  const slice = { offset: (search.page - 1) * search.pageSize, limit: search.pageSize };
  const { words } = search;
  if (words.length === 0 && !narrowsEvents(search) && !narrowsDates(search)) {
    const { ids, total } = await listEvents(db, accountId, search, slice, max);
    return { ids, total, isMore: false };
  }
  const countedSlice = { ...slice, limit: Math.max(0, Math.min(slice.limit, max - slice.offset)) };
  if (await isInManyNames(db, accountId, search, max)) {
    return { ids: await walkEvents(db, accountId, search, "name", countedSlice), total: max, isMore: true };
  }
  const few = await sortMatches(db, accountId, search, "anywhere", slice, max);
  if (few.total <= max) return { ...few, isMore: false };
  const ids = countedSlice.limit > 0 ? await pickFromMany(db, accountId, search, countedSlice, max) : [];
  return { ids, total: max, isMore: true };
}

async function pickFromMany(
  db: Db,
  accountId: number,
  search: EventSearch,
  { offset, limit }: Slice,
  max: number,
): Promise<readonly number[]> {
  if (search.words.length === 0) return walkEvents(db, accountId, search, "anywhere", { offset, limit });
  const ids: number[] = [];
  let before = 0;
  for (const part of MATCHED_PARTS) {
    const rest = { offset: Math.max(0, offset - before), limit: limit - ids.length };
    const few = await sortMatches(db, accountId, search, part, rest, max);
    const isMany = few.total > max;
    ids.push(...(isMany ? await walkEvents(db, accountId, search, part, rest) : few.ids));
    if (isMany || ids.length === limit) break;
    before += few.total;
  }
  return ids;
}

/** The maximum number of different words that are counted, and the shortest text that a trigram index finds in words. */
const WORDS_MAX = 50;
const LENGTH_MIN = 3;

/**
 * Returns whether more than `max` listed events have a word in their name that contains the one that is searched for, or
 * one of its alternatives. Only indexes of words are read. False does not mean that there are few: the text may be longer
 * than a word, and a search with several words or with filters is not looked up.
 */
async function isInManyNames(db: Db, accountId: number, search: EventSearch, max: number): Promise<boolean> {
  const [alternatives, ...further] = search.words;
  if (alternatives === undefined || further.length > 0) return false;
  if (search.everything || narrowsEvents(search) || narrowsDates(search)) return false;
  // A name can contain two of the words, so twice as many rows are read as events are needed.
  const rows = await db.prepared<{ events: number }>(
    "count_names",
    `WITH words AS MATERIALIZED (
       SELECT DISTINCT known.word
         FROM unnest($2::text[]) AS typed (word)
         JOIN account_word known ON known.account_id = $1 AND known.word LIKE containing(typed.word)
        WHERE length(folded(typed.word)) >= ${LENGTH_MIN} LIMIT ${WORDS_MAX})
     SELECT count(DISTINCT named.event_id) AS events
       FROM (SELECT event_word.event_id
               FROM words JOIN event_word ON event_word.word COLLATE "C" = words.word
              WHERE event_word.account_id = $1 AND in_name AND shown_until > now()
              LIMIT 2 * ($3::bigint + 1)) AS named`,
    [accountId, alternatives, max],
  );
  return (rows[0]?.events ?? 0) > max;
}

export type DateSearch = EventFilters &
  Page & {
    /** The dates of this event alone, those of a draft with `withDrafts`. */
    readonly eventId?: number | undefined;
    /** The maximum number of dates that begin on one day, and of those that began before `from`. */
    readonly perDay?: number | undefined;
  };

type DateFound = {
  readonly id: number;
  readonly eventId: number;
  /** The number of dates that begin on this day, or of all that began before `from`, including those beyond `perDay`. */
  readonly onDay: number;
};

/**
 * Returns one page of the dates of all published events, or of one event, by their start, past and cancelled ones included.
 * Dates that began before `from` and last until then come first.
 */
export async function searchEventDates(
  db: Db,
  accountId: number,
  search: DateSearch,
): Promise<{ readonly dates: readonly DateFound[]; readonly total: number }> {
  const { from: firstDay, eventId, ...rest } = search;
  const where = conditions();
  where.add(`date.account_id = ${where.value(accountId)}`);
  if (eventId !== undefined) where.add(`date.event_id = ${where.value(eventId)}`);
  if (eventId === undefined || !search.withDrafts) where.add("date.event_published");
  narrowEvents(where, search);
  narrowDates(where, "date", rest);
  // Without filters on events, an index of dates is sufficient.
  const join = narrowsEvents(search) ? "JOIN event ON event.id = date.event_id" : "";
  const from = `FROM event_date date ${join} WHERE ${where.text()}`;
  const first = firstDay === undefined ? "'-infinity'" : `${where.value(firstDay)}::date`;
  const perDay = `${where.value(search.perDay ?? null)}::bigint`;
  const rows = await db.query<{ id: number | null; eventId: number; onDay: number; total: number }>(
    `WITH days AS MATERIALIZED (
       SELECT date.starts_local::date AS day, count(*) AS "onDay" ${from} AND date.starts_local >= ${first} GROUP BY 1),
     begun AS MATERIALIZED (
       SELECT date.id, date.event_id AS "eventId", date.starts_local, count(*) OVER () AS "onDay"
         ${from} AND ${isOverDays("date")} AND date.last_day >= ${first} AND date.starts_local < ${first})
     SELECT page.id, page."eventId", page."onDay", counted.total
       FROM (SELECT coalesce(sum("onDay"), 0)::bigint + (SELECT count(*) FROM begun) AS total FROM days) AS counted
       LEFT JOIN LATERAL (
         (SELECT * FROM begun ORDER BY starts_local, id LIMIT ${perDay})
         UNION ALL
         SELECT shown.*, days."onDay"
           FROM days, LATERAL (
             SELECT date.id, date.event_id AS "eventId", date.starts_local ${from}
                AND date.starts_local >= days.day AND date.starts_local < days.day + 1
              ORDER BY date.starts_local, date.id LIMIT ${perDay}) AS shown
          ORDER BY starts_local, id
          LIMIT ${where.value(search.pageSize)} OFFSET ${where.value((search.page - 1) * search.pageSize)}) AS page ON true
      ORDER BY page.starts_local, page.id`,
    where.values,
  );
  const dates = rows.flatMap(({ id, eventId, onDay }) => (id === null ? [] : [{ id, eventId, onDay }]));
  return { dates, total: rows[0]?.total ?? 0 };
}
