import type { Db } from "#src/platform/store/db.ts";

/** Locks a section against changes of its capacity until the transaction ends. */
export async function lockSectionShared(db: Db, id: number): Promise<void> {
  await db.query(`SELECT 1 FROM venue_section WHERE id = $1 FOR SHARE`, [id]);
}

/**
 * Locks sections for a change of a capacity, in the order of their ids. It excludes `lockSectionShared`, which opening a section on
 * a date takes.
 */
export async function lockSections(db: Db, ids: readonly number[]): Promise<void> {
  await db.query(`SELECT 1 FROM venue_section WHERE id = ANY ($1::bigint[]) ORDER BY id FOR NO KEY UPDATE`, [ids]);
}

/**
 * Sets the current capacities of its sections on a past date that moves into the future, since changes of capacity skip past
 * dates. A capacity is never below the places taken. Locks sections before stock, as every transaction does.
 */
export async function refreshCapacities(tx: Db, eventId: number, eventDateId: number): Promise<void> {
  await tx.query(
    `SELECT 1 FROM venue_section WHERE id IN (
       SELECT venue_section_id FROM stock WHERE event_id = $1 AND event_date_id = $2 AND venue_section_id IS NOT NULL)
      ORDER BY id FOR SHARE`,
    [eventId, eventDateId],
  );
  await tx.query(
    `WITH locked AS MATERIALIZED (
       SELECT stock.id, section.capacity
         FROM stock
         LEFT JOIN ticket_type type ON type.event_id = stock.event_id AND type.id = stock.ticket_type_id AND follows_section
         JOIN venue_section section ON section.id = coalesce(stock.venue_section_id, type.venue_section_id)
        WHERE stock.event_id = $1 AND stock.event_date_id = $2
        ORDER BY stock.id FOR UPDATE OF stock)
     UPDATE stock SET capacity = greatest(locked.capacity, taken)
       FROM locked WHERE stock.event_id = $1 AND stock.id = locked.id`,
    [eventId, eventDateId],
  );
}

/**
 * Sets the capacity of a section on every date that is not over, and of every ticket type there without a maximum of its
 * own. Returns false and changes nothing when more places are taken on any of them. Locks rows in the common order.
 */
export async function changeCapacity(tx: Db, venueSectionId: number, capacity: number): Promise<boolean> {
  const rows = await tx.query<{ eventId: number; id: number; taken: number }>(
    `SELECT stock.event_id AS "eventId", stock.id, taken
       FROM stock JOIN event_date date ON date.event_id = stock.event_id AND date.id = stock.event_date_id
      WHERE date.ends_at > now()
        AND (stock.venue_section_id = $1 OR (follows_section AND EXISTS (
              SELECT 1 FROM ticket_type type WHERE type.event_id = stock.event_id AND type.id = stock.ticket_type_id
                                               AND type.venue_section_id = $1)))
      ORDER BY stock.event_id, stock.id FOR UPDATE OF stock`,
    [venueSectionId],
  );
  if (rows.some(({ taken }) => taken > capacity)) return false;
  await tx.query(`UPDATE venue_section SET capacity = $2 WHERE id = $1`, [venueSectionId, capacity]);
  await tx.query(
    `UPDATE stock SET capacity = $3 FROM unnest($1::bigint[], $2::bigint[]) AS changed (event_id, id)
      WHERE stock.event_id = changed.event_id AND stock.id = changed.id`,
    [rows.map(({ eventId }) => eventId), rows.map(({ id }) => id), capacity],
  );
  return true;
}
