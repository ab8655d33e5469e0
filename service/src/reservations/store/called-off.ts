import type { Db } from "#src/platform/store/db.ts";
import type { CalledOff } from "#src/reservations/domain/sale.ts";

/** Of sales that their owner holds locked, the ticket types whose date or event was called off since they were reserved. */
export async function listCalledOff(
  tx: Db,
  sales: readonly { readonly eventId: number; readonly id: number }[],
): Promise<readonly CalledOff[]> {
  return tx.prepared<CalledOff>(
    "list_called_off",
    `SELECT type.id AS "ticketTypeId", event.name AS "eventName"
       FROM unnest($1::bigint[], $2::bigint[]) AS held (event_id, id)
       JOIN event ON event.id = held.event_id
       JOIN sale_line line ON line.event_id = held.event_id AND line.sale_id = held.id
       JOIN ticket_type type ON type.event_id = line.event_id AND type.id = line.ticket_type_id
       JOIN event_date date ON date.event_id = type.event_id AND date.id = type.event_date_id
      WHERE event.cancelled OR date.cancelled
      ORDER BY held.event_id, held.id, type.id`,
    [sales.map(({ eventId }) => eventId), sales.map(({ id }) => id)],
  );
}
