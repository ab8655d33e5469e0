import type { TicketTypeFacts } from "#src/catalogue/domain/event.ts";
import type { TypePlace } from "#src/catalogue/domain/publishable.ts";
import type { Money } from "#src/platform/domain/money.ts";
import type { ChangeOf } from "#src/platform/domain/outcome.ts";
import type { Db } from "#src/platform/store/db.ts";
import { instantOf, type RowOf, shapeOf } from "#src/platform/store/rows.ts";

type Columns = Omit<TicketTypeFacts, "section" | "price" | "fee" | "free" | "onSaleFrom" | "onSaleTo">;

/** A ticket type as `TICKET_TYPES` returns it. */
export type TicketTypeInJson = RowOf<Columns> & {
  readonly onSaleFrom: string | null;
  readonly onSaleTo: string | null;
  readonly eventDateId: number;
  readonly sectionId: number;
  readonly sectionName: string;
  readonly currency: string;
  readonly priceMinor: number;
  readonly feeMinor: number;
  readonly ownFree: number;
};

/**
 * The SQL of the ticket types of `event` in display order, as JSON. The parameter $3 limits their dates. Places of expired
 * reservations that were not swept yet count as free: the next reservation can take them.
 */
export const TICKET_TYPES = `
(SELECT coalesce(json_agg(types), '[]') FROM (
WITH taken AS (
  SELECT line.ticket_type_id,
         sum(quantity) FILTER (WHERE expires_at <= now())::integer AS expired,
         sum(quantity) FILTER (WHERE expires_at > now())::integer AS reserved
    FROM sale JOIN sale_line line ON line.event_id = sale.event_id AND line.sale_id = sale.id
   WHERE sale.event_id = event.id AND status IN ('RESERVED', 'LOCKED') AND holds_stock
   GROUP BY line.ticket_type_id)
SELECT type.id, type.version, type.event_date_id AS "eventDateId", section.id AS "sectionId", section.name AS "sectionName", event.currency,
       type.name, type.prefix, type.description, type.kind, type.price_minor AS "priceMinor", type.fee_minor AS "feeMinor",
       type.minimum_per_order AS "minimumPerOrder", type.maximum_per_order AS "maximumPerOrder",
       type.on_sale_from AS "onSaleFrom", type.on_sale_to AS "onSaleTo", type.closed, type.tags,
       type.code_required AS "codeRequired", type.hidden, type.maximum_scans AS "maximumScans",
       type.once_per_day AS "oncePerDay", type.sort_idx AS "sortIdx",
       coalesce(own.capacity, section_stock.capacity, 0) AS "maximumAllocation",
       coalesce(own.follows_section, true) AS "followsSection",
       coalesce(taken.reserved, 0) AS reserved,
       coalesce(own.capacity - own.taken + coalesce(taken.expired, 0), section_stock.capacity) AS "ownFree",
       coalesce(section_stock.capacity - section_stock.taken, 0) + coalesce(sum(taken.expired)
         OVER (PARTITION BY type.event_date_id, type.venue_section_id), 0)::integer AS "sectionFree"
  FROM ticket_type type
  JOIN venue_section section ON section.id = type.venue_section_id
  LEFT JOIN stock own ON own.event_id = type.event_id AND own.ticket_type_id = type.id
  LEFT JOIN stock section_stock ON section_stock.event_id = type.event_id AND section_stock.event_date_id = type.event_date_id
                      AND section_stock.venue_section_id = type.venue_section_id
  LEFT JOIN taken ON taken.ticket_type_id = type.id
 WHERE type.event_id = event.id AND ($3::bigint[] IS NULL OR type.event_date_id = ANY($3::bigint[]))
 ORDER BY type.event_date_id, section.sort_idx, section.id, type.sort_idx, type.id) AS types)`;

export function toTicketTypeFacts({
  eventDateId: _date,
  sectionId,
  sectionName,
  currency,
  priceMinor,
  feeMinor,
  ownFree,
  onSaleFrom,
  onSaleTo,
  ...columns
}: TicketTypeInJson): TicketTypeFacts {
  return {
    ...shapeOf<Columns>(columns),
    section: { id: sectionId, name: sectionName },
    price: { minor: priceMinor, currency },
    fee: { minor: feeMinor, currency },
    onSaleFrom: instantOf(onSaleFrom),
    onSaleTo: instantOf(onSaleTo),
    free: Math.max(0, Math.min(ownFree, columns.sectionFree)),
    sectionFree: Math.max(0, columns.sectionFree),
  };
}

/** Returns the places of an event's ticket types, by their ids. */
export async function listTypePlaces(db: Db, eventId: number): Promise<ReadonlyMap<number, TypePlace>> {
  const rows = await db.query<TypePlace & { id: number }>(
    `SELECT type.id, coalesce(least(own.capacity, section_stock.capacity), 0) AS capacity,
            EXISTS (SELECT 1 FROM venue_configuration_section included
                     WHERE included.venue_configuration_id = date.venue_configuration_id
                       AND included.venue_section_id = type.venue_section_id) AS "isInConfiguration"
       FROM ticket_type type
       JOIN event_date date ON date.event_id = type.event_id AND date.id = type.event_date_id
       LEFT JOIN stock own ON own.event_id = type.event_id AND own.ticket_type_id = type.id
       LEFT JOIN stock section_stock ON section_stock.event_id = type.event_id AND section_stock.event_date_id = date.id
                       AND section_stock.venue_section_id = type.venue_section_id
      WHERE type.event_id = $1`,
    [eventId],
  );
  return new Map(rows.map(({ id, ...place }) => [id, place]));
}

/** The fields of a ticket type that may change. `masterTicketId: null` makes it follow none. */
export type TicketTypeChange = ChangeOf<
  Omit<
    TicketTypeFacts,
    "id" | "section" | "maximumAllocation" | "followsSection" | "free" | "reserved" | "sectionFree"
  > & {
    readonly masterTicketId: number | undefined;
  }
>;

/** Returns the terms of a ticket type or of a prototype with their amounts as columns. */
export function termColumns<Terms extends { readonly price?: Money | undefined; readonly fee?: Money | undefined }>({
  price,
  fee,
  ...columns
}: Terms) {
  return { ...columns, priceMinor: price?.minor, feeMinor: fee?.minor };
}

/** Changes the maximum of a ticket type; `null` means its section's capacity. Returns false when more are taken. */
export async function changeAllocation(
  db: Db,
  eventId: number,
  ticketTypeId: number,
  capacity: number | null,
): Promise<boolean> {
  const rows = await db.query(
    `UPDATE stock SET capacity = coalesce($3, section_stock.capacity), follows_section = $3::integer IS NULL
       FROM ticket_type type
       JOIN stock section_stock ON section_stock.event_id = type.event_id AND section_stock.event_date_id = type.event_date_id
                      AND section_stock.venue_section_id = type.venue_section_id
      WHERE stock.event_id = $1 AND stock.ticket_type_id = $2 AND type.event_id = $1 AND type.id = $2
        AND stock.taken <= coalesce($3, section_stock.capacity)
  RETURNING stock.id`,
    [eventId, ticketTypeId, capacity],
  );
  return rows.length === 1;
}
