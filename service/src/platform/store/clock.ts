import type { Db } from "./db.ts";

/** The one clock by which everything is decided. Inside a transaction it stands still. */
export async function readClock(db: Db): Promise<Date> {
  const [row] = await db.prepared<{ now: Date }>("read_clock", `SELECT now()`, []);
  if (row === undefined) throw new Error("The database did not say what time it is.");
  return row.now;
}
