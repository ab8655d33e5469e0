import type { Figures } from "#src/catalogue/domain/event.ts";
import type { Db } from "#src/platform/store/db.ts";

export const NO_FIGURES: Figures = { sold: 0, admitted: 0, refunded: 0, revenueMinor: 0 };

export async function listFigures(
  db: Db,
  eventId: number,
  ticketTypeIds: readonly number[],
): Promise<ReadonlyMap<number, Figures>> {
  const rows = await db.query<Figures & { readonly id: number }>(
    `WITH lines AS (
       SELECT ticket_type_id, sale_id,
              count(*) FILTER (WHERE status IN ('CONFIRMED', 'PENDING_GUEST_DETAILS')) AS sold,
              count(admitted_at) FILTER (WHERE status IN ('CONFIRMED', 'PENDING_GUEST_DETAILS')) AS admitted,
              count(*) FILTER (WHERE status IN ('REFUNDED', 'RETURNED')) AS refunded,
              coalesce(sum(paid_minor - fee_minor) FILTER (WHERE status IN ('CONFIRMED', 'PENDING_GUEST_DETAILS')), 0) AS left_minor,
              coalesce(sum(paid_minor - refunded_minor - fee_kept_minor) FILTER (WHERE status IN ('REFUNDED', 'RETURNED')), 0)
                AS kept_minor
         FROM admission
        WHERE event_id = $1 AND ticket_type_id = ANY($2::bigint[])
        GROUP BY ticket_type_id, sale_id
     )
     SELECT ticket_type_id AS id, sum(sold)::bigint AS sold, sum(admitted)::bigint AS admitted, sum(refunded)::bigint AS refunded,
            sum(greatest(0, left_minor) + kept_minor)::bigint AS "revenueMinor"
       FROM lines GROUP BY ticket_type_id`,
    [eventId, ticketTypeIds],
  );
  return new Map(rows.map(({ id, ...figures }) => [id, figures]));
}
