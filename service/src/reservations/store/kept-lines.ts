import type { Db } from "#src/platform/store/db.ts";
import type { KeptLine } from "#src/pricing/domain/kept-terms.ts";

/** A line of a sale with the event and the sale that it is of. */
export type KeptSaleLine = KeptLine & { readonly saleId: number };

type Row = Omit<KeptSaleLine, "terms"> & { readonly terms: KeptLine["terms"] | null };

/** Returns the lines of these sales as they were reserved: prices, fees, tags and the terms of their savings. */
export async function listKeptLines(
  db: Db,
  sales: readonly { readonly eventId: number; readonly saleId: number }[],
): Promise<readonly KeptSaleLine[]> {
  const rows = await db.prepared<Row>(
    "list_kept_lines",
    `SELECT line.sale_id || ':' || line.ticket_type_id AS id, line.event_id AS "eventId", line.sale_id AS "saleId",
            line.ticket_type_id AS "ticketTypeId", type.event_date_id AS "eventDateId", line.tags,
            line.price_minor AS "priceMinor", line.fee_minor AS "feeMinor", line.quantity,
            CASE WHEN saving.lacking THEN NULL ELSE coalesce(saving.terms, '[]') END AS terms
       FROM unnest($1::bigint[], $2::bigint[]) AS wanted (event_id, sale_id)
       JOIN sale_line line USING (event_id, sale_id)
       JOIN ticket_type type ON type.event_id = line.event_id AND type.id = line.ticket_type_id
       CROSS JOIN LATERAL (
         SELECT jsonb_agg(terms) AS terms, coalesce(bool_or(terms IS NULL), false) AS lacking FROM sale_saving
          WHERE event_id = line.event_id AND sale_id = line.sale_id AND ticket_type_id = line.ticket_type_id) AS saving
      ORDER BY line.sale_id, line.ticket_type_id`,
    [sales.map(({ eventId }) => eventId), sales.map(({ saleId }) => saleId)],
  );
  return rows.map(({ terms, ...line }) => ({ ...line, terms: terms ?? undefined }));
}
