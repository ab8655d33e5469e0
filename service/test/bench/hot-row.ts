import { openPool } from "#src/platform/store/db.ts";
import { type Rate, rateOf } from "./clients.ts";

const CONNECTIONS = 32;

/** Measures the simplest design, as a baseline: each reservation updates its row in a separate transaction. */
export async function hotRowRate(databaseUrl: string, eventId: number, seconds: number): Promise<Rate> {
  const db = openPool(databaseUrl, CONNECTIONS);
  try {
    return await rateOf(CONNECTIONS, seconds, async () => {
      const rows = await db.prepared(
        "hot_row",
        `UPDATE stock SET taken = taken + 1
          WHERE event_id = $1 AND venue_section_id IS NOT NULL AND capacity - taken >= 1 RETURNING id`,
        [eventId],
      );
      if (rows.length !== 1) throw new Error("The hot row is sold out.");
    });
  } finally {
    await db.close();
  }
}
