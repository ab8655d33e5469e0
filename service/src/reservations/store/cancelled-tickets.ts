import type { Db } from "#src/platform/store/db.ts";
import type { CancelledTickets } from "#src/reservations/domain/sale.ts";

type Sales = readonly { readonly eventId: number; readonly id: number }[];

/** Returns the ticket types of locked sales whose date or event was cancelled after the reservation. */
export async function listCancelledTickets(tx: Db, sales: Sales): Promise<readonly CancelledTickets[]> {
  return tx.prepared<CancelledTickets>(
    "list_cancelled_tickets",
    `SELECT type.id AS "ticketTypeId", event.name AS "eventName"
       FROM unnest($1::bigint[], $2::bigint[]) AS locked (event_id, id)
       JOIN event ON event.id = locked.event_id
       JOIN sale_line line ON line.event_id = locked.event_id AND line.sale_id = locked.id
       JOIN ticket_type type ON type.event_id = line.event_id AND type.id = line.ticket_type_id
       JOIN event_date date ON date.event_id = type.event_id AND date.id = type.event_date_id
      WHERE event.cancelled OR date.cancelled
      ORDER BY locked.event_id, locked.id, type.id`,
    [sales.map(({ eventId }) => eventId), sales.map(({ id }) => id)],
  );
}
