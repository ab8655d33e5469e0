/**
 * Returns the SQL parts that lock the stock rows of sales, in the order of event and id that every transaction uses.
 * `sales` is an earlier part of the statement with `event_id` and `id`. The last part, `locked`, has `event_id`, `id` and `quantity`.
 */
export function placesOf(sales: string): string {
  return `
lines AS (
  SELECT line.event_id, line.ticket_type_id, sum(line.quantity)::integer AS quantity
    FROM ${sales} JOIN sale_line line ON line.event_id = ${sales}.event_id AND line.sale_id = ${sales}.id
   GROUP BY 1, 2
), ${PLACES_OF_LINES}`;
}

/** The same parts for an earlier part named `lines`, with `event_id`, `ticket_type_id` and `quantity`. */
export const PLACES_OF_LINES = `
places AS MATERIALIZED (
  SELECT event_id, id, sum(quantity)::integer AS quantity FROM (
    SELECT own.event_id, own.id, quantity FROM lines
      JOIN stock own ON own.event_id = lines.event_id AND own.ticket_type_id = lines.ticket_type_id
    UNION ALL
    SELECT section.event_id, section.id, quantity FROM lines
      JOIN ticket_type type ON type.event_id = lines.event_id AND type.id = lines.ticket_type_id
      JOIN stock section ON section.event_id = type.event_id AND section.event_date_id = type.event_date_id
                        AND section.venue_section_id = type.venue_section_id
  ) caps GROUP BY 1, 2
), locked AS MATERIALIZED (
  SELECT stock.event_id, stock.id, places.quantity
    FROM stock JOIN places ON places.event_id = stock.event_id AND places.id = stock.id
   ORDER BY stock.event_id, stock.id FOR UPDATE OF stock
)`;
