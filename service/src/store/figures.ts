import type { Db } from "./db.ts";

/** What came of a ticket type so far. Revenue is the promoter's: without the fees. */
export type Figures = { readonly sold: number; readonly admitted: number; readonly revenueMinor: number };

export const NO_FIGURES: Figures = { sold: 0, admitted: 0, revenueMinor: 0 };

export async function listFigures(
  db: Db,
  eventId: number,
  ticketTypeIds: readonly number[],
): Promise<ReadonlyMap<number, Figures>> {
  const rows = await db.query<Figures & { readonly id: number }>(
    `SELECT ticket_type_id AS id, count(*) AS sold, count(admitted_at) AS admitted,
            sum(price_minor)::bigint AS "revenueMinor"
       FROM admission
      WHERE event_id = $1 AND ticket_type_id = ANY($2::bigint[]) AND status IN ('CONFIRMED', 'PENDING_GUEST_DETAILS')
      GROUP BY ticket_type_id`,
    [eventId, ticketTypeIds],
  );
  return new Map(rows.map(({ id, ...figures }) => [id, figures]));
}
