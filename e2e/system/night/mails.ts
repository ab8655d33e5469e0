import pg from "pg";
import { until } from "#e2e/tools/until.ts";

/** Longer than the longest pause between two tries, with time for as many messages as an act leaves behind. */
const SENT_MS = 10 * 60_000;

/** Waits until no message waits. Returns how many were sent, and the seconds from the payment until then. */
export async function waitForMails(databaseUrl: string) {
  const db = new pg.Client({ connectionString: databaseUrl });
  await db.connect();
  try {
    const isWaiting = "SELECT EXISTS (SELECT FROM message WHERE state = 'QUEUED') AS waits";
    await until("no message waits", async () => !(await db.query(isWaiting)).rows[0].waits, SENT_MS);
    const { rows } = await db.query(
      `SELECT count(*)::integer AS sent,
              percentile_cont(ARRAY[0.5, 0.95, 1]) WITHIN GROUP (ORDER BY extract(epoch FROM settled_at - created_at)::float8) AS after
         FROM message WHERE state = 'SENT'`,
    );
    const [{ sent, after }] = rows as [{ readonly sent: number; readonly after: readonly [number, number, number] }];
    return { sent, after };
  } finally {
    await db.end();
  }
}
