import type { Page } from "#src/domain/page.ts";
import { conditions } from "./conditions.ts";
import type { Db } from "./db.ts";
import { type EventFilters, narrowDates, narrowEvents } from "./event-filters.ts";

export type EventSearch = EventFilters &
  Page & {
    /** Words in the name, the descriptions, the tags, the venue's or a group's name; each must be somewhere. */
    readonly words?: readonly string[] | undefined;
    /** Drafts and what is over are for those who manage the account. */
    readonly everything: boolean;
    /** A word that stands nowhere also finds the names and venues that are nearly it. */
    readonly nearly?: boolean;
  };

/** How alike a word and a part of a name must be: one slip in a short word, two in a long one. */
const ALIKE = "SET LOCAL pg_trgm.word_similarity_threshold = 0.4";

/**
 * The ids of one page of events, and how many there are on all pages. Those with the words in their name come before
 * those that only mention them; then the soonest of the dates asked for.
 */
export async function searchEvents(
  db: Db,
  accountId: number,
  search: EventSearch,
): Promise<{ readonly ids: readonly number[]; readonly total: number }> {
  const { words = [], everything, nearly = false } = search;
  const where = conditions();
  const account = where.value(accountId);
  narrowEvents(where, search);
  const dates = conditions(where.values);
  narrowDates(dates, search);
  const asksForDates = [search.from, search.to, search.dateGroup].some((asked) => asked !== undefined);
  dates.add(`event_id IN (SELECT id FROM event WHERE account_id = ${account})`);
  if (!everything) dates.add(`ends_at > now()`);

  if (!everything) where.add(`event.published`);
  if (asksForDates) where.add(`next.event_id IS NOT NULL`);
  // An event whose dates are still to come is shown; one whose dates are all over is not.
  else if (!everything)
    where.add(`(next.event_id IS NOT NULL OR NOT EXISTS (SELECT 1 FROM event_date WHERE event_id = event.id))`);
  const rank: string[] = [];
  for (const word of words) {
    const said = where.value(word);
    const stands = `search.all_words LIKE containing(${said})`;
    const isAlike = `folded(${said}) <% search.card_words`;
    where.add(nearly ? `(${stands} OR ${isAlike})` : stands);
    rank.push(
      nearly
        ? `-word_similarity(folded(${said}), search.name_words)`
        : `(search.name_words NOT LIKE containing(${said}))::integer`,
    );
  }

  const statement = `WITH next AS (SELECT event_id, min(starts_at) AS start FROM event_date WHERE ${dates.text()} GROUP BY event_id),
          found AS (
       SELECT event.id, next.start, ${rank.join(" + ") || "0"} AS rank
         FROM event
         ${words.length === 0 ? "" : `JOIN event_search search ON search.event_id = event.id AND search.account_id = ${account}`}
         LEFT JOIN next ON next.event_id = event.id
        WHERE event.account_id = ${account} AND ${where.text()})
     SELECT page.id, counted.total
       FROM (SELECT count(*) AS total FROM found) AS counted
       LEFT JOIN LATERAL (SELECT * FROM found ORDER BY rank, start NULLS LAST, id
                           LIMIT ${where.value(search.pageSize)} OFFSET ${where.value((search.page - 1) * search.pageSize)}) AS page ON true
      ORDER BY rank, start NULLS LAST, id`;
  const rows = await (nearly ? alike : ask)(db, statement, where.values);
  return { ids: rows.flatMap(({ id }) => (id === null ? [] : [id])), total: rows[0]?.total ?? 0 };
}

type Found = { readonly id: number | null; readonly total: number };

function ask(db: Db, statement: string, values: readonly unknown[]): Promise<readonly Found[]> {
  return db.query<Found>(statement, values);
}

function alike(db: Db, statement: string, values: readonly unknown[]): Promise<readonly Found[]> {
  return db.transaction(async (tx) => {
    await tx.query(ALIKE);
    return ask(tx, statement, values);
  });
}
