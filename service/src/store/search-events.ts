import { inAnyCase } from "#src/domain/any-case.ts";
import type { Page } from "#src/domain/page.ts";
import type { Db } from "./db.ts";

export type EventSearch = Page & {
  /** Words in the name, the descriptions or the venue's name. */
  readonly words?: string | undefined;
  /** First and last day, as the venue's calendar has them: `2026-12-04`. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly venueId?: number | undefined;
  readonly tag?: string | undefined;
  readonly dateGroup?: string | undefined;
  readonly eventGroupId?: number | undefined;
  /** Drafts and what is over are for those who manage the account. */
  readonly everything: boolean;
  /** Whether a group that is not published may be asked for. */
  readonly withDrafts?: boolean;
};

/** The ids of one page of events, soonest first, and how many there are on all pages. */
export async function searchEvents(
  db: Db,
  accountId: number,
  search: EventSearch,
): Promise<{ readonly ids: readonly number[]; readonly total: number }> {
  const rows = await db.query<{ id: number; total: number }>(
    `WITH found AS (
       SELECT event.id,
              (SELECT min(starts_at) FROM event_date date WHERE date.event_id = event.id AND ends_at > now()) AS next_start
         FROM event JOIN venue ON venue.id = event.venue_id
        WHERE event.account_id = $1
          AND ($2 OR (published AND (NOT EXISTS (SELECT 1 FROM event_date date WHERE date.event_id = event.id)
                      OR EXISTS (SELECT 1 FROM event_date date WHERE date.event_id = event.id AND ends_at > now()))))
          AND ($3::text IS NULL OR concat_ws(' ', event.name, description, abstract_text, venue.name) ~ $3)
          AND ($4::bigint IS NULL OR event.venue_id = $4)
          AND ($5::text IS NULL OR $5 = ANY(event.tags))
          AND ($11::bigint IS NULL OR EXISTS (
                SELECT 1 FROM event_group_event member JOIN event_group ON event_group.id = event_group_id
                 WHERE event_group_id = $11 AND member.event_id = event.id AND (event_group.published OR $12)))
          AND (($6::date IS NULL AND $7::date IS NULL AND $8::text IS NULL) OR EXISTS (
                SELECT 1 FROM event_date date WHERE date.event_id = event.id
                   AND ($6::date IS NULL OR starts_local >= $6::date)
                   AND ($7::date IS NULL OR starts_local < $7::date + 1)
                   AND ($8::text IS NULL OR date_group = $8))))
     SELECT page.id, counted.total
       FROM (SELECT count(*) AS total FROM found) AS counted
       LEFT JOIN LATERAL (SELECT id, next_start FROM found ORDER BY next_start NULLS LAST, id LIMIT $9 OFFSET $10) AS page ON true
      ORDER BY next_start NULLS LAST, id`,
    [
      ...[
        accountId,
        search.everything,
        search.words === undefined ? null : inAnyCase(search.words),
        search.venueId ?? null,
        search.tag ?? null,
      ],
      ...[search.from ?? null, search.to ?? null, search.dateGroup ?? null],
      ...[search.pageSize, (search.page - 1) * search.pageSize],
      ...[search.eventGroupId ?? null, search.withDrafts ?? false],
    ],
  );
  return { ids: rows.flatMap(({ id }) => (id === null ? [] : [id])), total: rows[0]?.total ?? 0 };
}
