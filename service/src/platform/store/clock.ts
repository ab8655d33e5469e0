import type { Db } from "./db.ts";

/** Returns the database's time, by which every process decides. Within a transaction it is the time of its start. */
export async function readClock(db: Db): Promise<Date> {
  const [row] = await db.prepared<{ now: Date }>("read_clock", `SELECT now()`, []);
  if (row === undefined) throw new Error("The database returned no time.");
  return row.now;
}
