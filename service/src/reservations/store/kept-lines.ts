import type { Db } from "#src/platform/store/db.ts";
import type { KeptLine } from "#src/pricing/domain/kept-terms.ts";

/** A line of a sale with the event and the sale that it is of. */
type KeptSaleLine = KeptLine & { readonly saleId: number };

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

type LineQuantity = { readonly ticketTypeId: number; readonly quantity: number };

/** Returns the number of tickets of each type in a sale, with the type's present minimum. */
export async function listQuantities(
  tx: Db,
  { eventId, id }: SaleId,
): Promise<readonly (LineQuantity & { readonly name: string; readonly minimum: number })[]> {
  return tx.prepared(
    "list_quantities",
    `SELECT ticket_type_id AS "ticketTypeId", quantity, ticket_type_name AS name, minimum_per_order AS minimum
       FROM sale_line line JOIN ticket_type type ON type.event_id = line.event_id AND type.id = line.ticket_type_id
      WHERE line.event_id = $1 AND sale_id = $2 ORDER BY ticket_type_id`,
    [eventId, id],
  );
}

/**
 * Sets the number of tickets of each type in a sale, which are all that it has. A type without tickets leaves it. The sale's total is
 * that of its prices; the caller writes the savings of a cart that has some. Answers about guests stay for as many as there are.
 */
export async function setQuantities(tx: Db, { eventId, id }: SaleId, lines: readonly LineQuantity[]): Promise<void> {
  await tx.prepared("set_quantities", SET_QUANTITIES, [
    eventId,
    id,
    lines.map(({ ticketTypeId }) => ticketTypeId),
    lines.map(({ quantity }) => quantity),
  ]);
}

const SET_QUANTITIES = `
WITH kept AS (
  SELECT * FROM unnest($3::bigint[], $4::integer[]) AS kept (ticket_type_id, quantity)
), ended AS (
  DELETE FROM sale_line USING kept
   WHERE event_id = $1 AND sale_id = $2 AND sale_line.ticket_type_id = kept.ticket_type_id AND kept.quantity = 0
), fewer AS (
  UPDATE sale_line SET quantity = kept.quantity FROM kept
   WHERE event_id = $1 AND sale_id = $2 AND sale_line.ticket_type_id = kept.ticket_type_id AND kept.quantity > 0
), total AS (
  SELECT sum((price_minor + fee_minor) * kept.quantity) AS minor FROM sale_line JOIN kept USING (ticket_type_id)
   WHERE event_id = $1 AND sale_id = $2
), asked AS (
  SELECT jsonb_object_agg(ticket_type_id, guests) AS guests FROM (
    SELECT ticket_type_id, jsonb_agg(guest ORDER BY place) AS guests
      FROM sale, jsonb_each(coalesce(sale.guests, '{}')) AS of_type (type, guests)
      JOIN kept ON kept.ticket_type_id = of_type.type::bigint,
      LATERAL jsonb_array_elements(of_type.guests) WITH ORDINALITY AS one (guest, place)
     WHERE sale.event_id = $1 AND sale.id = $2 AND place <= kept.quantity GROUP BY 1) AS rest
)
UPDATE sale SET total_minor = total.minor, modified_at = now(),
       guests = CASE WHEN sale.guests IS NULL THEN NULL ELSE coalesce(asked.guests, '{}') END
  FROM total, asked WHERE event_id = $1 AND id = $2`;

type SaleId = { readonly eventId: number; readonly id: number };
