import type { Venue } from "#src/domain/venue.ts";
import type { Db } from "./db.ts";

/** What the events that one can still visit have in common, the most common first. */
export type Facets = {
  readonly venues: readonly (Venue & { readonly events: number })[];
  readonly tags: readonly { readonly name: string; readonly events: number }[];
  readonly dateGroups: readonly { readonly name: string; readonly events: number }[];
  readonly eventGroups: readonly { readonly id: number; readonly name: string; readonly events: number }[];
  /** Months of the venues' own calendars, `2026-12`, in their order. */
  readonly months: readonly { readonly month: string; readonly dates: number }[];
};

/** More of a kind than this is no help to anybody who chooses. */
const OF_A_KIND_MAX = 200;

const AHEAD = `SELECT event.id, event.venue_id, event.tags, date.date_group, date.starts_local
                 FROM event JOIN event_date date ON date.event_id = event.id
                WHERE event.account_id = $1 AND event.published AND date.ends_at > now()`;

export async function readFacets(db: Db, accountId: number): Promise<Facets> {
  const values = [accountId, OF_A_KIND_MAX];
  const [venues, tags, dateGroups, eventGroups, months] = await Promise.all([
    db.query<Venue & { readonly events: number }>(
      `WITH ahead AS (${AHEAD})
       SELECT venue.id, venue.name, venue.address, venue.time_zone AS "timeZone", counted.events
         FROM (SELECT venue_id, count(DISTINCT id) AS events FROM ahead GROUP BY venue_id) AS counted
         JOIN venue ON venue.id = counted.venue_id
        ORDER BY events DESC, venue.name, venue.id LIMIT $2`,
      values,
    ),
    db.query<{ name: string; events: number }>(
      `WITH ahead AS (SELECT DISTINCT id, tags FROM (${AHEAD}) AS dates)
       SELECT name, count(DISTINCT id) AS events FROM ahead, unnest(tags) AS name
        GROUP BY name ORDER BY events DESC, name LIMIT $2`,
      values,
    ),
    db.query<{ name: string; events: number }>(
      `WITH ahead AS (${AHEAD})
       SELECT date_group AS name, count(DISTINCT id) AS events FROM ahead WHERE date_group IS NOT NULL
        GROUP BY date_group ORDER BY min(starts_local), name LIMIT $2`,
      values,
    ),
    db.query<{ id: number; name: string; events: number }>(
      `WITH ahead AS (${AHEAD})
       SELECT event_group.id, event_group.name, count(DISTINCT ahead.id) AS events
         FROM ahead JOIN event_group_event member ON member.event_id = ahead.id
         JOIN event_group ON event_group.id = member.event_group_id AND event_group.published
        GROUP BY event_group.id ORDER BY min(starts_local), event_group.id LIMIT $2`,
      values,
    ),
    db.query<{ month: string; dates: number }>(
      `WITH ahead AS (${AHEAD})
       SELECT to_char(starts_local, 'YYYY-MM') AS month, count(*) AS dates FROM ahead GROUP BY 1 ORDER BY 1 LIMIT $2`,
      values,
    ),
  ]);
  return { venues, tags, dateGroups, eventGroups, months };
}
