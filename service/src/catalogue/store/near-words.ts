import type { Db } from "#src/platform/store/db.ts";

/** The maximum of similar words for each typed word. */
const NEAR_MAX = 20;
/** Similar words below this part of the best similarity are dropped. */
const OF_THE_BEST = 0.8;

/**
 * Returns for each typed word the most similar words on the cards of listed events. The threshold is PostgreSQL's default
 * trigram similarity of 0.3: one typing error in a short word, two in a long one.
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
                  FROM (SELECT DISTINCT word FROM account_word WHERE account_id = $1 AND word % typed.word) AS words
                 ORDER BY alike DESC, word LIMIT $3) AS most)
     SELECT near.at, near.word, near.alike
       FROM near, LATERAL (
         SELECT FROM event_word WHERE account_id = $1 AND word = near.word AND shown_until > now() LIMIT 1) AS shown
      ORDER BY near.at, near.alike DESC, near.word`,
    [accountId, typed, NEAR_MAX],
  );
  return typed.map((_, index) => {
    const near = rows.filter(({ at }) => at === index + 1);
    const best = near[0]?.alike ?? 0;
    return near.filter(({ alike }) => alike >= best * OF_THE_BEST).map(({ word }) => word);
  });
}
