import type { Db } from "#src/platform/store/db.ts";

/** More words than this are not nearly the same any more. */
const NEAR_MAX = 20;
/** A word that is much less alike than the best of them is not what was meant. */
const OF_THE_BEST = 0.8;

/**
 * For each word that was typed, the words on the cards of what is on that are most like it. How alike they must be is
 * PostgreSQL's own measure, three in ten of all trigrams: one slip in a short word, two in a long one.
 */
export async function findNearWords(
  db: Db,
  accountId: number,
  typed: readonly string[],
): Promise<readonly (readonly string[])[]> {
  const rows = await db.query<{ at: number; word: string; alike: number }>(
    `WITH typed AS MATERIALIZED (SELECT at, folded(word) AS word FROM unnest($2::text[]) WITH ORDINALITY AS typed (word, at)),
          near AS MATERIALIZED (
            SELECT typed.at, most.word, most.alike
              FROM typed, LATERAL (
                SELECT word, similarity(word, typed.word) AS alike
                  FROM (SELECT DISTINCT word FROM event_word WHERE account_id = $1 AND word % typed.word) AS words
                 ORDER BY alike DESC, word LIMIT $3) AS most)
     SELECT near.at, near.word, near.alike
       FROM near, LATERAL (
         SELECT FROM event_word JOIN event_search search USING (event_id)
          WHERE event_word.account_id = $1 AND event_word.word = near.word AND search.shown_until > now() LIMIT 1) AS shown
      ORDER BY near.at, near.alike DESC, near.word`,
    [accountId, typed, NEAR_MAX],
  );
  return typed.map((_, index) => {
    const near = rows.filter(({ at }) => at === index + 1);
    const best = near[0]?.alike ?? 0;
    return near.filter(({ alike }) => alike >= best * OF_THE_BEST).map(({ word }) => word);
  });
}
