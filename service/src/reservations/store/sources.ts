import type { Db } from "#src/platform/store/db.ts";
import type { Source, SourceOfSale } from "#src/reservations/domain/source.ts";

/**
 * Returns the SQL of the one name that a source is counted by: `{ ref }`, else `{ embed }`, else `{ utm }` with source, medium and
 * campaign, else `{}`.
 */
export function nameOfSource(source: string): string {
  return `CASE
    WHEN ${source} ->> 'ref' <> '' THEN jsonb_build_object('ref', ${source} -> 'ref')
    WHEN ${source} ->> 'embed' <> '' THEN jsonb_build_object('embed', ${source} -> 'embed')
    WHEN concat(${source} #>> '{utm,source}', ${source} #>> '{utm,medium}', ${source} #>> '{utm,campaign}') <> ''
    THEN jsonb_build_object('utm', jsonb_strip_nulls(jsonb_build_object('source', ${source} #> '{utm,source}',
           'medium', ${source} #> '{utm,medium}', 'campaign', ${source} #> '{utm,campaign}')))
    ELSE '{}' END`;
}

/**
 * The SQL of the same for a `sale` with its user as `seller`. A sale of the box office has its mark from the reservation on; one from
 * before there was a mark is known by a user who can sell nowhere else.
 */
export const NAME_OF_SALE = `CASE WHEN sale.source ? 'boxOffice' OR seller.sell_capabilities = '{BOX_OFFICE}' THEN '{"boxOffice": true}'::jsonb
    ELSE ${nameOfSource("sale.source")} END`;

/** Returns where the buyer of a sale came from, or `undefined` when nothing is known. */
export async function findSource(db: Db, eventId: number, saleId: number): Promise<SourceOfSale | undefined> {
  const [row] = await db.prepared<{ source: Source; link: { id: number; name: string } | null }>(
    "find_source",
    `SELECT source - 'boxOffice' AS source, CASE WHEN link.id IS NOT NULL THEN json_build_object('id', link.id, 'name', link.name) END AS link
       FROM sale LEFT JOIN link ON link.account_id = sale.account_id AND lower(link.ref) = lower(source ->> 'ref')
      WHERE sale.event_id = $1 AND sale.id = $2`,
    [eventId, saleId],
  );
  if (row === undefined || Object.keys(row.source).length === 0) return undefined;
  return { ...row.source, link: row.link ?? undefined };
}

/** Bounds the locks of one transaction. */
const BATCH = 1_000;

/** Removes the click ids of sales that were reserved this long ago. */
export async function removeClickIds(db: Db, seconds: number): Promise<void> {
  await db.query(
    `UPDATE sale SET source = source - 'clickIds'
      WHERE source ? 'clickIds' AND (event_id, id) IN (
        SELECT event_id, id FROM sale WHERE source ? 'clickIds' AND created_at < now() - make_interval(secs => $1)
         ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED)`,
    [seconds, BATCH],
  );
}
