import type { Figures } from "#src/catalogue/domain/event.ts";
import type { Db } from "#src/platform/store/db.ts";

/** Returns the summed figures of these ticket types. */
export async function readFigures(db: Db, eventId: number, ticketTypeIds: readonly number[]): Promise<Figures> {
  const [row] = await db.query<Figures>(
    `WITH lines AS (
       SELECT count(*) FILTER (WHERE status IN ('CONFIRMED', 'PENDING_GUEST_DETAILS')) AS sold,
              count(admitted_at) FILTER (WHERE status IN ('CONFIRMED', 'PENDING_GUEST_DETAILS')) AS admitted,
              count(*) FILTER (WHERE status IN ('REFUNDED', 'RETURNED')) AS refunded,
              coalesce(sum(paid_minor - fee_minor) FILTER (WHERE status IN ('CONFIRMED', 'PENDING_GUEST_DETAILS')), 0) AS left_minor,
              coalesce(sum(paid_minor - refunded_minor - fee_kept_minor) FILTER (WHERE status IN ('REFUNDED', 'RETURNED')), 0)
                AS kept_minor
         FROM admission
        WHERE event_id = $1 AND ticket_type_id = ANY($2::bigint[])
        GROUP BY ticket_type_id, sale_id
     )
     SELECT coalesce(sum(sold), 0)::bigint AS sold, coalesce(sum(admitted), 0)::bigint AS admitted,
            coalesce(sum(refunded), 0)::bigint AS refunded,
            coalesce(sum(greatest(0, left_minor) + kept_minor), 0)::bigint AS "revenueMinor"
       FROM lines`,
    [eventId, ticketTypeIds],
  );
  if (row === undefined) throw new Error("A sum returned no row.");
  return row;
}
