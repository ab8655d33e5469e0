import type { Figures } from "#src/catalogue/domain/figures.ts";
import type { Db } from "#src/platform/store/db.ts";

export const NO_FIGURES: Figures = { sold: 0, admitted: 0, revenueMinor: 0 };

export async function listFigures(
  db: Db,
  eventId: number,
  ticketTypeIds: readonly number[],
): Promise<ReadonlyMap<number, Figures>> {
  const rows = await db.query<Figures & { readonly id: number }>(
    `WITH lines AS (
       SELECT ticket_type_id, sale_id, count(*) AS sold, count(admitted_at) AS admitted, sum(price_minor) AS price_minor
         FROM admission
        WHERE event_id = $1 AND ticket_type_id = ANY($2::bigint[]) AND status IN ('CONFIRMED', 'PENDING_GUEST_DETAILS')
        GROUP BY ticket_type_id, sale_id
     ), savings AS (
       SELECT ticket_type_id, sale_id, sum(minor) AS minor FROM sale_saving WHERE event_id = $1 GROUP BY 1, 2
     )
     SELECT ticket_type_id AS id, sum(sold)::bigint AS sold, sum(admitted)::bigint AS admitted,
            sum(greatest(0, price_minor - coalesce(savings.minor, 0)))::bigint AS "revenueMinor"
       FROM lines LEFT JOIN savings USING (ticket_type_id, sale_id)
      GROUP BY ticket_type_id`,
    [eventId, ticketTypeIds],
  );
  return new Map(rows.map(({ id, ...figures }) => [id, figures]));
}
