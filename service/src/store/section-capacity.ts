import type { Db } from "./db.ts";

/** Keeps a section's capacity as it is until the transaction ends. */
export async function keepSection(db: Db, id: number): Promise<void> {
  await db.query(`SELECT 1 FROM venue_section WHERE id = $1 FOR SHARE`, [id]);
}

/** Whoever changes a section's capacity waits for all who are opening it on a date, and they for it. */
export async function lockSection(db: Db, id: number): Promise<void> {
  await db.query(`SELECT 1 FROM venue_section WHERE id = $1 FOR NO KEY UPDATE`, [id]);
}

/**
 * Gives the section this capacity on every date that is not over, and every ticket type there that has no maximum of
 * its own. False where more is taken on any of them: then nothing has changed. Rows are locked in everybody's order.
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
