import type { Db } from "./db.ts";

/** Throws unless the database answers. */
export async function ping(db: Db): Promise<void> {
  await db.query("SELECT 1");
}
