import type { Venue } from "#src/catalogue/domain/venue.ts";
import type { Db } from "#src/platform/store/db.ts";

/** The filters of published events with a date ahead, the most frequent first. */
export type Facets = {
  readonly venues: readonly (Venue & { readonly events: number })[];
  /** The towns of venues. One that is written in several ways is one, with its most frequent name. */
  readonly towns: readonly { readonly name: string; readonly events: number }[];
  readonly tags: readonly { readonly name: string; readonly events: number }[];
  readonly dateGroups: readonly { readonly name: string; readonly events: number }[];
  readonly eventGroups: readonly { readonly id: number; readonly name: string; readonly events: number }[];
  /** Months in the venues' time zones, `2026-12`, in order. A date counts in each of its months from the present one on. */
  readonly months: readonly { readonly month: string; readonly dates: number }[];
};

/** The maximum number of values of one filter. */
const VALUES_MAX = 200;

const EVENTS_AHEAD = `event.account_id = $1 AND event.published AND event.over_at > now() AND event.over_at < 'infinity'`;
const DATES_AHEAD = `date.account_id = $1 AND date.event_published AND date.ends_at > now()`;

export async function readFacets(db: Db, accountId: number): Promise<Facets> {
  const values = [accountId, VALUES_MAX];
  const [venues, towns, tags, dateGroups, eventGroups, months] = await Promise.all([
    db.query<Venue & { readonly events: number }>(
      `SELECT venue.id, venue.name, venue.address, venue.time_zone AS "timeZone", venue.map_url AS "mapUrl",
              counted.events
         FROM (SELECT venue_id, count(*) AS events FROM event WHERE ${EVENTS_AHEAD} GROUP BY venue_id) AS counted
         JOIN venue ON venue.id = counted.venue_id
        ORDER BY events DESC, venue.name, venue.id LIMIT $2`,
      values,
    ),
    db.query<{ name: string; events: number }>(
      `SELECT mode() WITHIN GROUP (ORDER BY btrim(venue.address ->> 'city')) AS name, count(*) AS events
         FROM event JOIN venue ON venue.id = event.venue_id
        WHERE ${EVENTS_AHEAD} AND venue.town <> ''
        GROUP BY venue.town ORDER BY events DESC, name LIMIT $2`,
      values,
    ),
    db.query<{ name: string; events: number }>(
      `SELECT tag AS name, count(DISTINCT event.id) AS events FROM event, unnest(event.tags) AS tag WHERE ${EVENTS_AHEAD}
        GROUP BY tag ORDER BY events DESC, tag LIMIT $2`,
      values,
    ),
    db.query<{ name: string; events: number }>(
      `SELECT date_group AS name, count(DISTINCT event_id) AS events
         FROM event_date date WHERE ${DATES_AHEAD} AND date_group IS NOT NULL
        GROUP BY date_group ORDER BY min(starts_local), name LIMIT $2`,
      values,
    ),
    db.query<{ id: number; name: string; events: number }>(
      `SELECT event_group.id, event_group.name, count(DISTINCT date.event_id) AS events
         FROM event_group
         JOIN event_group_event member ON member.event_group_id = event_group.id
         JOIN event_date date ON date.event_id = member.event_id
        WHERE event_group.account_id = $1 AND event_group.published AND ${DATES_AHEAD}
        GROUP BY event_group.id ORDER BY min(starts_local), event_group.id LIMIT $2`,
      values,
    ),
    db.query<{ month: string; dates: number }>(
      `SELECT to_char(date.month, 'YYYY-MM') AS month, count(*) AS dates
         FROM (SELECT generate_series(least(greatest(date_trunc('month', starts_local), this_month), last), last,
                                      interval '1 month') AS month
                 FROM (SELECT starts_local, date_trunc('month', last_day::timestamp) AS last,
                              date_trunc('month', now() AT TIME ZONE 'UTC') AS this_month
                         FROM event_date date WHERE ${DATES_AHEAD}) AS date) AS date
        GROUP BY date.month ORDER BY 1 LIMIT $2`,
      values,
    ),
  ]);
  return { venues, towns, tags, dateGroups, eventGroups, months };
}

/** The maximum number of similar words for each typed word. */
const NEAR_MAX = 20;
/** No word of a card is longer. */
const LENGTH_MAX = 60;
/** From these lengths on a word may have one typing error, and two. */
const ONE_FROM = 4;
const TWO_FROM = 8;
/** Scripts that put no space between words, and that need fewer signs for one: Thai, Lao, Burmese, Khmer, Japanese, Chinese. */
const UNSPACED = "[\\u0e00-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff\\u3040-\\u30ff\\u3400-\\u9fff\\U00020000-\\U0003ffff]";
const ONE_FROM_UNSPACED = 3;
/** So many of the typed words are looked for inside of longer ones, which takes longest. */
const INSIDE_MAX = 3;

/**
 * Returns for each typed word the nearest words on the cards of listed events, by the number of letters that are wrong, missing or
 * too many; two that changed places count once. Only where none is near are words that begin nearly so taken, and in a script
 * without spaces those that contain it. Each different word of the account is compared, and no event is read.
 */
export async function findNearWords(
  db: Db,
  accountId: number,
  typed: readonly string[],
): Promise<readonly (readonly string[])[]> {
  const rows = await db.query<{ at: number; word: string; distance: number }>(
    // With at most one error, one of two parts of a word is right; with two, one of three. It is there, or the word is not.
    `WITH typed AS MATERIALIZED (
            SELECT at, word, length(word) AS size, unspaced, most,
                   array(SELECT overlay(word PLACING reverse(substr(word, place, 2)) FROM place FOR 2)
                           FROM generate_series(1, length(word) - 1) AS place) AS swapped,
                   array(SELECT substr(word, begins + 1, ends - begins)
                           FROM generate_series(0, most) AS part,
                                LATERAL (SELECT part * length(word) / (most + 1) AS begins,
                                                (part + 1) * length(word) / (most + 1) AS ends) AS place) AS parts
              FROM unnest($2::text[]) WITH ORDINALITY AS given (text, at),
                   regexp_replace(folded(text), sign_pattern(), '', 'g') AS word,
                   LATERAL (SELECT word ~ '${UNSPACED}' AS unspaced,
                                   CASE WHEN length(word) < ${TWO_FROM} THEN 1 ELSE 2 END AS most) AS script
             WHERE length(word) BETWEEN CASE WHEN unspaced THEN ${ONE_FROM_UNSPACED} ELSE ${ONE_FROM} END AND ${LENGTH_MAX}),
          known AS MATERIALIZED (SELECT DISTINCT word FROM account_word WHERE account_id = $1),
          compared AS (
            SELECT typed.at, known.word, most,
                   CASE WHEN known.word = ANY (swapped) THEN 1
                        ELSE levenshtein_less_equal(known.word, typed.word, most) END AS whole,
                   CASE WHEN length(known.word) <= size THEN most + 1
                        WHEN unspaced AND (at > ${INSIDE_MAX} OR NOT EXISTS (
                          SELECT FROM unnest(parts) AS part WHERE strpos(known.word, part) > 0)) THEN most + 1
                        WHEN unspaced THEN (
                          SELECT min(levenshtein_less_equal(substr(known.word, place, size), typed.word, most))
                            FROM generate_series(1, length(known.word) - size + 1) AS place)
                        WHEN left(known.word, size) = ANY (swapped) THEN 1
                        ELSE levenshtein_less_equal(left(known.word, size), typed.word, most) END AS begun
              FROM typed JOIN known ON length(known.word) >= size - most),
          near AS (
            SELECT at, word, CASE WHEN whole <= most THEN whole ELSE ${LENGTH_MAX} + begun END AS distance
              FROM compared WHERE least(whole, begun) <= most),
          nearest AS (
            SELECT *, row_number() OVER (PARTITION BY at ORDER BY distance, word) AS rank
              FROM near
             WHERE EXISTS (SELECT FROM event_word WHERE account_id = $1 AND word = near.word AND shown_until > now()))
     SELECT at, word, distance FROM nearest WHERE rank <= $3 ORDER BY at, rank`,
    [accountId, typed, NEAR_MAX],
  );
  return typed.map((_, index) => {
    const near = rows.filter(({ at }) => at === index + 1);
    return near.filter(({ distance }) => distance === near[0]?.distance).map(({ word }) => word);
  });
}
