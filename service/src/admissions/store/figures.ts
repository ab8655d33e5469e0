import type { Figures } from "#src/catalogue/domain/event.ts";
import type { FiguresOfTypes } from "#src/catalogue/domain/figures.ts";
import type { Db } from "#src/platform/store/db.ts";

/** A ticket type with the event whose admissions it is looked for in. */
export type TypeOfEvent = { readonly eventId: number; readonly ticketTypeId: number };

/** Returns the figures of these ticket types. Reads their admissions alone, by an index. */
export async function readFigures(db: Db, types: readonly TypeOfEvent[]): Promise<FiguresOfTypes> {
  const rows = await db.query<Figures & { readonly id: number }>(
    `SELECT type.id, sums.*
       FROM unnest($1::bigint[], $2::bigint[]) AS type (event_id, id), LATERAL (
         SELECT coalesce(sum(sold), 0)::bigint AS sold, coalesce(sum(admitted), 0)::bigint AS admitted,
                coalesce(sum(refunded), 0)::bigint AS refunded,
                coalesce(sum(${REVENUE_OF_LINE}), 0)::bigint AS "revenueMinor"
           FROM (
             SELECT ${FIGURES_OF_LINE}
               FROM admission
              WHERE admission.event_id = type.event_id AND ticket_type_id = type.id
              GROUP BY sale_id) AS lines) AS sums`,
    [types.map(({ eventId }) => eventId), types.map(({ ticketTypeId }) => ticketTypeId)],
  );
  return new Map(rows.map(({ id, ...figures }) => [id, figures]));
}

/** The SQL of the figures of a line, in a statement that groups `admission` by sale and ticket type. */
export const FIGURES_OF_LINE = `count(*) FILTER (WHERE status IN ('CONFIRMED', 'PENDING_GUEST_DETAILS')) AS sold,
                    count(admitted_at) FILTER (WHERE status IN ('CONFIRMED', 'PENDING_GUEST_DETAILS')) AS admitted,
                    count(*) FILTER (WHERE status IN ('REFUNDED', 'RETURNED')) AS refunded,
                    coalesce(sum(paid_minor - fee_minor) FILTER (WHERE status IN ('CONFIRMED', 'PENDING_GUEST_DETAILS')), 0)
                      AS left_minor,
                    coalesce(sum(paid_minor - refunded_minor - fee_kept_minor)
                               FILTER (WHERE status IN ('REFUNDED', 'RETURNED')), 0) AS kept_minor`;

/** The SQL of the revenue of a line with these figures. */
export const REVENUE_OF_LINE = "greatest(0, left_minor) + kept_minor";
