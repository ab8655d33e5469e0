import type { Db } from "#src/platform/store/db.ts";
import { narrowsDates, narrowsEvents } from "./event-filters.ts";
import type { EventSearch } from "./event-order.ts";

/**
 * Returns whether more than `max` listed events have a word in their name that begins with the one that is searched for,
 * or with one of its alternatives. Only an index of words is read. False means nothing: the word may be inside others, and
 * a search of several words or with filters is not looked up.
 */
export async function isInManyNames(db: Db, accountId: number, search: EventSearch, max: number): Promise<boolean> {
  const [alternatives, ...further] = search.words;
  if (alternatives === undefined || further.length > 0) return false;
  if (search.everything || narrowsEvents(search) || narrowsDates(search)) return false;
  // Two words of one name can begin alike, so more rows are read than events are needed.
  const rows = await db.prepared<{ events: number }>(
    "count_names",
    `SELECT count(DISTINCT named.event_id) AS events
       FROM (SELECT DISTINCT folded(word) AS word FROM unnest($2::text[]) AS typed (word)) AS typed,
            LATERAL (SELECT event_id FROM event_word
                      WHERE account_id = $1 AND in_name AND shown_until > now()
                        AND word COLLATE "C" >= typed.word AND word COLLATE "C" < typed.word || chr(1114111)
                      LIMIT 2 * ($3::bigint + 1)) AS named`,
    [accountId, alternatives, max],
  );
  return (rows[0]?.events ?? 0) > max;
}
