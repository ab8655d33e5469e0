import type { Db } from "#src/platform/store/db.ts";

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
  await tx.prepared(
    "lock_against_cancelling",
    `SELECT pg_advisory_xact_lock_shared(${LOCK_ID("id")})
       FROM (SELECT DISTINCT id FROM unnest($1::bigint[]) AS id ORDER BY id) AS events`,
    [eventIds],
  );
}
