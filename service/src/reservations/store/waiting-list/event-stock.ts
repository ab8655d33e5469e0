import type { Db } from "#src/platform/store/db.ts";
import type { WaitingListSection, WaitingListType } from "#src/reservations/domain/waiting-list/places-for-party.ts";

/** The stock row of a section on a date, or of a ticket type's own maximum. */
export type StockRow = {
  readonly id: number;
  readonly eventDateId: number;
  /** Null on the row of a ticket type. */
  readonly venueSectionId: number | null;
  readonly capacity: number;
  readonly taken: number;
  readonly hasWaitingList: boolean;
};

/**
 * Locks all stock rows of an event until the transaction ends, in the order that every transaction uses. Every change of
 * the event's waiting list takes this lock, so the entries and offers that are read after it stay.
 */
export function lockEventStock(tx: Db, eventId: number): Promise<readonly StockRow[]> {
  return tx.prepared<StockRow>(
    "lock_event_stock",
    `SELECT id, event_date_id AS "eventDateId", venue_section_id AS "venueSectionId", capacity, taken,
            waiting_list AS "hasWaitingList"
       FROM stock WHERE event_id = $1 ORDER BY id FOR UPDATE`,
    [eventId],
  );
}

type TypeRow = {
  event_date_id: number;
  venue_section_id: number;
  section_stock_id: number;
  capacity: number;
  own_stock_id: number | null;
  minimum_per_order: number;
  maximum_per_order: number;
};

/** Returns the sections with ticket types that the public can buy now without a code, by the start of the date. */
export async function listOfferableSections(tx: Db, eventId: number): Promise<readonly WaitingListSection[]> {
  const rows = await tx.prepared<TypeRow>(
    "list_offerable_sections",
    `SELECT type.event_date_id, type.venue_section_id, section.id AS section_stock_id, section.capacity,
            own.id AS own_stock_id, minimum_per_order, maximum_per_order
       FROM ticket_type type
       JOIN event ON event.id = type.event_id
       JOIN event_date date ON date.event_id = type.event_id AND date.id = type.event_date_id
       JOIN venue_section place ON place.id = type.venue_section_id
       JOIN stock section ON section.event_id = type.event_id AND section.event_date_id = type.event_date_id
                         AND section.venue_section_id = type.venue_section_id
       LEFT JOIN stock own ON own.event_id = type.event_id AND own.ticket_type_id = type.id
      WHERE type.event_id = $1 AND published AND NOT event.cancelled AND NOT date.cancelled AND date.ends_at > now()
        AND ${IS_OFFERABLE}
      ORDER BY date.starts_at, date.id, place.sort_idx, place.id, type.sort_idx, type.id`,
    [eventId],
  );
  const sections = Map.groupBy(rows, ({ section_stock_id }) => section_stock_id);
  return [...sections.values()].flatMap((types) => {
    const [first] = types;
    if (first === undefined) return [];
    return [
      {
        eventDateId: first.event_date_id,
        venueSectionId: first.venue_section_id,
        stockId: first.section_stock_id,
        capacity: first.capacity,
        types: types.map(toType),
      },
    ];
  });
}

/** The SQL condition of a ticket type that the public can buy now without a code. */
export const IS_OFFERABLE = `kind = 'TICKETS' AND NOT type.closed AND NOT code_required AND NOT hidden
        AND (on_sale_from IS NULL OR on_sale_from <= now()) AND (on_sale_to IS NULL OR on_sale_to > now())`;

function toType({ own_stock_id, minimum_per_order, maximum_per_order }: TypeRow): WaitingListType {
  return {
    ...(own_stock_id !== null && { stockId: own_stock_id }),
    minimumPerOrder: minimum_per_order,
    maximumPerOrder: maximum_per_order,
  };
}

/** Writes the places taken and the marks of the waiting list of locked rows. */
export async function writeEventStock(tx: Db, eventId: number, rows: readonly StockRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.prepared(
    "write_event_stock",
    `UPDATE stock SET taken = changed.taken, waiting_list = changed.waiting_list
       FROM unnest($2::bigint[], $3::integer[], $4::boolean[]) AS changed (id, taken, waiting_list)
      WHERE stock.event_id = $1 AND stock.id = changed.id`,
    [
      eventId,
      rows.map(({ id }) => id),
      rows.map(({ taken }) => taken),
      rows.map(({ hasWaitingList }) => hasWaitingList),
    ],
  );
}

/**
 * Returns the events whose waiting list has something to do: free places, an offer that has expired, or a date without its
 * mark because it was added after the entries.
 */
export async function listEventsToOffer(db: Db, eventId?: number): Promise<readonly number[]> {
  const rows = await db.prepared<{ id: number }>(
    "list_events_to_offer",
    `SELECT event_id AS id FROM waiting_list_offer
      WHERE state IN ('COLLECTING', 'OPEN') AND expires_at <= now() AND ($1::bigint IS NULL OR event_id = $1)
      UNION
     SELECT stock.event_id FROM waiting_list_entry entry
       JOIN stock ON stock.event_id = entry.event_id AND venue_section_id IS NOT NULL
                 AND stock.event_date_id = coalesce(entry.event_date_id, stock.event_date_id)
       JOIN event_date date ON date.event_id = stock.event_id AND date.id = stock.event_date_id
      WHERE state = 'WAITING' AND date.ends_at > now() AND (taken < capacity OR NOT waiting_list)
        AND (postponed_until IS NULL OR postponed_until <= now())
        AND ($1::bigint IS NULL OR entry.event_id = $1)`,
    [eventId ?? null],
  );
  return rows.map(({ id }) => id);
}
