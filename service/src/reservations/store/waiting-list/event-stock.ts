import type { Db } from "#src/platform/store/db.ts";
import { Conflict } from "#src/platform/store/faults.ts";
import type { WaitingListSection } from "#src/reservations/domain/plan-offers.ts";

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

/** The waiting list of some dates of an event, or of all, with their stock rows locked. */
export type LockedList = {
  readonly eventId: number;
  /** Absent: all dates. */
  readonly dates?: readonly number[];
  readonly stock: readonly StockRow[];
};

/**
 * Locks the stock rows of these dates until the transaction ends, in the order that every transaction uses. Without dates, or
 * while an entry waits for any date of the event, it locks all rows of the event. Every change of the list takes this lock, so
 * entries and offers that are read after it do not change. Throws a `Conflict`.
 */
export async function lockList(tx: Db, eventId: number, dates?: readonly number[]): Promise<LockedList> {
  if (dates === undefined || (await hasEntryForAnyDate(tx, eventId)))
    return { eventId, stock: await lockStock(tx, eventId) };
  return lockDates(tx, eventId, dates);
}

/** Like `lockList`, for an event in which no entry waits for any date. */
export async function lockDates(tx: Db, eventId: number, dates: readonly number[]): Promise<LockedList> {
  const stock = await lockStock(tx, eventId, dates);
  if (await hasEntryForAnyDate(tx, eventId)) throw new Conflict("A waiting list changed before its rows were locked.");
  return { eventId, dates, stock };
}

/** Locks the stock rows of dates without a free place and returns them. Throws a `Conflict` when a place has returned. */
export async function lockSoldOut(tx: Db, eventId: number, dates: readonly number[]): Promise<readonly StockRow[]> {
  const stock = await lockStock(tx, eventId, dates);
  if (stock.some(({ venueSectionId, capacity, taken }) => venueSectionId !== null && taken < capacity))
    throw new Conflict("A waiting list changed before its rows were locked.");
  return stock;
}

/** What there is to do for the waiting list of some dates, before their rows are locked. */
type ListWork = {
  /** A section has a free place, or an offer has expired. */
  readonly isDue: boolean;
  readonly hasEntryForAnyDate: boolean;
};

/** Returns what there is to do for the waiting list of these dates. It may change until their rows are locked. */
export async function findListWork(tx: Db, eventId: number, dates: readonly number[]): Promise<ListWork> {
  const [work] = await tx.prepared<ListWork>(
    "find_list_work",
    `SELECT EXISTS (SELECT FROM stock WHERE event_id = $1 AND event_date_id = ANY ($2::bigint[])
                       AND venue_section_id IS NOT NULL AND taken < capacity)
         OR EXISTS (SELECT FROM waiting_list_offer WHERE event_id = $1 AND event_date_id = ANY ($2)
                       AND state IN ('COLLECTING', 'OPEN') AND expires_at <= now()) AS "isDue",
            EXISTS (${ENTRY_FOR_ANY_DATE}) AS "hasEntryForAnyDate"`,
    [eventId, dates],
  );
  return work ?? { isDue: true, hasEntryForAnyDate: true };
}

/** Returns the dates that stock rows belong to. A row never moves to another date. */
export async function findDatesOf(db: Db, eventId: number, stockIds: readonly number[]): Promise<readonly number[]> {
  const rows = await db.prepared<{ id: number }>(
    "find_dates_of_stock",
    `SELECT DISTINCT event_date_id AS id FROM stock WHERE event_id = $1 AND id = ANY ($2::bigint[])`,
    [eventId, stockIds],
  );
  return rows.map(({ id }) => id);
}

function lockStock(tx: Db, eventId: number, dates?: readonly number[]): Promise<readonly StockRow[]> {
  return tx.prepared<StockRow>(
    "lock_stock_of_dates",
    `SELECT id, event_date_id AS "eventDateId", venue_section_id AS "venueSectionId", capacity, taken,
            waiting_list AS "hasWaitingList"
       FROM stock WHERE event_id = $1 AND ($2::bigint[] IS NULL OR event_date_id = ANY ($2)) ORDER BY id FOR UPDATE`,
    [eventId, dates ?? null],
  );
}

/** An entry for any date starts and stops waiting only with all rows of the event locked, so one locked row keeps this valid. */
async function hasEntryForAnyDate(tx: Db, eventId: number): Promise<boolean> {
  const rows = await tx.prepared("find_entry_for_any_date", ENTRY_FOR_ANY_DATE, [eventId]);
  return rows.length > 0;
}

const ENTRY_FOR_ANY_DATE = `SELECT FROM waiting_list_entry
              WHERE event_id = $1 AND event_date_id IS NULL AND state IN ('WAITING', 'OFFERED') LIMIT 1`;

/** Returns the sections with ticket types that the public can buy now without a code, by the start of the date. */
export function listOfferableSections(
  db: Db,
  eventId: number,
  dates?: readonly number[],
): Promise<readonly WaitingListSection[]> {
  return db.prepared<WaitingListSection>(
    "list_offerable_sections",
    `SELECT date.id AS "eventDateId", place.id AS "venueSectionId", section.id AS "stockId", section.capacity,
            json_agg(json_strip_nulls(json_build_object(
              'stockId', own.id, 'capacity', own.capacity, 'minimumPerOrder', minimum_per_order, 'maximumPerOrder', maximum_per_order))
              ORDER BY type.sort_idx, type.id) AS types
       FROM ticket_type type
       JOIN event ON event.id = type.event_id
       JOIN event_date date ON date.event_id = type.event_id AND date.id = type.event_date_id
       JOIN venue_section place ON place.id = type.venue_section_id
       JOIN stock section ON section.event_id = type.event_id AND section.event_date_id = type.event_date_id
                         AND section.venue_section_id = type.venue_section_id
       LEFT JOIN stock own ON own.event_id = type.event_id AND own.ticket_type_id = type.id
      WHERE type.event_id = $1 AND published AND NOT event.cancelled AND NOT date.cancelled AND date.ends_at > now()
        AND ${IS_OFFERABLE} AND ($2::bigint[] IS NULL OR date.id = ANY ($2))
      GROUP BY date.starts_at, date.id, place.sort_idx, place.id, section.id, section.capacity
      ORDER BY date.starts_at, date.id, place.sort_idx, place.id`,
    [eventId, dates ?? null],
  );
}

/** The SQL condition of a ticket type that the public can buy now without a code. */
export const IS_OFFERABLE = `kind = 'TICKETS' AND NOT type.closed AND NOT code_required AND NOT hidden
        AND (on_sale_from IS NULL OR on_sale_from <= now()) AND (on_sale_to IS NULL OR on_sale_to > now())`;

/** Writes the places taken and the waiting-list marks of locked rows. */
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

/** The dates of an event whose waiting list has something to do. */
type DatesToOffer = { readonly eventId: number; readonly dates: readonly number[] };

/**
 * Returns the dates with free places that an entry waits for, with an offer that has expired, or without their mark because
 * they were added after the entries; of one event or of all.
 */
export function listDatesToOffer(db: Db, eventId?: number): Promise<readonly DatesToOffer[]> {
  return db.prepared<DatesToOffer>(
    "list_dates_to_offer",
    `SELECT event_id AS "eventId", json_agg(event_date_id) AS dates FROM (
     SELECT event_id, event_date_id FROM waiting_list_offer
      WHERE state IN ('COLLECTING', 'OPEN') AND expires_at <= now() AND ($1::bigint IS NULL OR event_id = $1)
      UNION
     SELECT stock.event_id, stock.event_date_id
       FROM (SELECT DISTINCT event_id, event_date_id FROM waiting_list_entry
              WHERE state = 'WAITING' AND (postponed_until IS NULL OR postponed_until <= now())
                AND ($1::bigint IS NULL OR event_id = $1)) AS entry
       JOIN stock ON stock.event_id = entry.event_id AND venue_section_id IS NOT NULL
                 AND stock.event_date_id = coalesce(entry.event_date_id, stock.event_date_id)
       JOIN event_date date ON date.event_id = stock.event_id AND date.id = stock.event_date_id
      WHERE date.ends_at > now() AND (taken < capacity OR NOT waiting_list)) AS due GROUP BY event_id`,
    [eventId ?? null],
  );
}
