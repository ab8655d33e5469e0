import type { Db } from "#src/platform/store/db.ts";
import { narrowsDates, narrowsEvents } from "./event-filters.ts";
import type { EventSearch } from "./event-order.ts";

/** The maximum of different words that are counted, and the shortest text that an index of trigrams finds in words. */
const WORDS_MAX = 50;
const LENGTH_MIN = 3;

/**
 * Returns whether more than `max` listed events have a word in their name that contains the one that is searched for, or
 * one of its alternatives. Only indexes of words are read. False means nothing: the text may be longer than a word, and a
 * search of several words or with filters is not looked up.
 */
export async function isInManyNames(db: Db, accountId: number, search: EventSearch, max: number): Promise<boolean> {
  const [alternatives, ...further] = search.words;
  if (alternatives === undefined || further.length > 0) return false;
  if (search.everything || narrowsEvents(search) || narrowsDates(search)) return false;
  // A name can have two of the words, so more rows are read than events are needed.
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
