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
/** Similar words below this fraction of the best similarity are dropped. */
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
