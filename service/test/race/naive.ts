import type { Db } from "#src/store/db.ts";

/** How it must not be done: looks whether a place is free, and takes it a moment later. */
export async function naiveReserve(db: Db, { eventId }: { readonly eventId: number }): Promise<boolean> {
  const [stock] = await db.query<{ id: number; free: number }>(
    `SELECT id, capacity - taken AS free FROM stock WHERE event_id = $1`,
    [eventId],
  );
  if (stock === undefined || stock.free < 1) return false;
  await db.query(`UPDATE stock SET taken = taken + 1 WHERE event_id = $1 AND id = $2`, [eventId, stock.id]);
  return true;
}
