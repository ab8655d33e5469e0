import { setTimeout as pause } from "node:timers/promises";
import type { Db } from "#src/platform/store/db.ts";

const SETTLE_MS = 40_000;
const AGAIN_MS = 100;

/**
 * Waits until the worker has settled every attempt and refund. No call to the processor is on its way, so the time that an attempt
 * waits until an absence counts (45 s) is taken as over: its start is moved back, also from a time that was only then the present.
 * Returns false when something stays open.
 */
export async function untilSettled(db: Db): Promise<boolean> {
  const until = Date.now() + SETTLE_MS;
  await db.query(
    `UPDATE payment_attempt SET started_at = least(started_at, now()) - interval '1 minute' WHERE settled_at IS NULL`,
  );
  while (Date.now() < until) {
    await db.query(
      `UPDATE payment_attempt SET next_check_at = now() WHERE settled_at IS NULL AND next_check_at > now()`,
    );
    await db.query(`UPDATE refund SET next_check_at = now() WHERE state = 'STARTED' AND next_check_at > now()`);
    const [row] = await db.query<{ open: number }>(
      `SELECT (SELECT count(*) FROM payment_attempt WHERE settled_at IS NULL)
            + (SELECT count(*) FROM refund WHERE state = 'STARTED') AS open`,
    );
    if (row?.open === 0) return true;
    await pause(AGAIN_MS);
  }
  return false;
}
