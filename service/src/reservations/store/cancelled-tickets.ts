import type { Db } from "#src/platform/store/db.ts";
import { merged, type SetStatement } from "#src/platform/store/merged.ts";
import type { CancelledTickets } from "#src/reservations/domain/sale.ts";

/** Returns the ticket types of locked sales whose date or event was cancelled after the reservation. */
export async function listCancelledTickets(
  tx: Db,
  sales: readonly { readonly eventId: number; readonly id: number }[],
): Promise<readonly CancelledTickets[]> {
  return merged(tx, LIST_CANCELLED_TICKETS, sales);
}

type Sales = readonly { readonly eventId: number; readonly id: number }[];

const LIST_CANCELLED_TICKETS: SetStatement<Sales, readonly CancelledTickets[]> = {
  async run(tx, groups) {
    const sales = groups.flat();
    // Nearly always nothing is cancelled, and asking that of the events costs a fifth of asking it of every sale.
    if (!(await isAnythingCancelled(tx, sales))) return groups.map(() => []);
    const rows = await tx.prepared<CancelledTickets & { saleId: number }>(
      "list_cancelled_tickets",
      `SELECT locked.id AS "saleId", type.id AS "ticketTypeId", event.name AS "eventName"
       FROM unnest($1::bigint[], $2::bigint[]) AS locked (event_id, id)
       JOIN event ON event.id = locked.event_id
       JOIN sale_line line ON line.event_id = locked.event_id AND line.sale_id = locked.id
       JOIN ticket_type type ON type.event_id = line.event_id AND type.id = line.ticket_type_id
       JOIN event_date date ON date.event_id = type.event_id AND date.id = type.event_date_id
      WHERE event.cancelled OR date.cancelled
      ORDER BY locked.event_id, locked.id, type.id`,
      [sales.map(({ eventId }) => eventId), sales.map(({ id }) => id)],
    );
    return groups.map((group) =>
      rows.flatMap(({ saleId, ...cancelled }) => (group.some(({ id }) => id === saleId) ? cancelled : [])),
    );
  },
};

async function isAnythingCancelled(tx: Db, sales: Sales): Promise<boolean> {
  const rows = await tx.prepared(
    "is_anything_cancelled",
    `SELECT FROM event WHERE id = ANY ($1::bigint[])
        AND (cancelled OR EXISTS (SELECT FROM event_date date WHERE date.event_id = event.id AND date.cancelled)) LIMIT 1`,
    [[...new Set(sales.map(({ eventId }) => eventId))]],
  );
  return rows.length > 0;
}
