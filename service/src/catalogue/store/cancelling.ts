import type { Db } from "#src/platform/store/db.ts";
import { ALONE, merged, type SetStatement } from "#src/platform/store/merged.ts";

// Advisory locks, since a row of the event would be written by each payment.
const LOCK_ID = (eventId: string) => `hashtextextended('cancelling ' || ${eventId}, 0)`;

/**
 * Waits for the sales of an event that are being confirmed, and lets none be confirmed until this transaction ends. Taken before
 * the event's rows are locked.
 */
export async function lockForCancelling(tx: Db, eventId: number): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(${LOCK_ID("$1::bigint")})`, [eventId]);
}

/**
 * Keeps these events and their dates from being cancelled or reinstated until this transaction ends. Many transactions may do so at
 * once. What is read after it is what was decided: a cancellation either sees the sales of this transaction or is seen by it.
 */
export async function lockAgainstCancelling(tx: Db, eventIds: readonly number[]): Promise<void> {
  await merged(tx, LOCK_AGAINST_CANCELLING, eventIds);
}

/** A payment of an event that is being cancelled waits in a transaction of its own. */
const LOCK_AGAINST_CANCELLING: SetStatement<readonly number[], void> = {
  async run(tx, groups, mayLeave) {
    if (mayLeave) {
      const rows = await tx.prepared<{ id: number }>(
        "try_lock_against_cancelling",
        `SELECT id FROM (
           SELECT id, pg_try_advisory_xact_lock_shared(${LOCK_ID("id")}) AS is_locked
             FROM (SELECT DISTINCT id FROM unnest($1::bigint[]) AS id) AS events OFFSET 0) AS tried
          WHERE is_locked`,
        [groups.flat()],
      );
      const locked = new Set(rows.map(({ id }) => id));
      return groups.map((ids) => (ids.every((id) => locked.has(id)) ? undefined : ALONE));
    }
    await tx.prepared(
      "lock_against_cancelling",
      `SELECT pg_advisory_xact_lock_shared(${LOCK_ID("id")})
         FROM (SELECT DISTINCT id FROM unnest($1::bigint[]) AS id ORDER BY id) AS events`,
      [groups.flat()],
    );
    return groups.map(() => undefined);
  },
};
