import type { Attempt } from "#src/payments/domain/attempt.ts";
import type { PaymentAnswer } from "#src/payments/domain/payment.ts";
import type { Db } from "#src/platform/store/db.ts";
import { ATTEMPT_COLUMNS, type AttemptRow, toAttempt } from "./attempt-row.ts";

/** The pause between the two absences that end an attempt. */
const ASK_AGAIN_SECONDS = 2;
/** The longest pause between two checks of an attempt. */
const CHECK_MAX_SECONDS = 60;

/** Returns the attempt that this user made with this idempotency key, or `undefined`. */
export async function findAttemptByKey(
  tx: Db,
  userId: number,
  cartKey: string,
  idempotencyKey: string,
): Promise<Attempt | undefined> {
  const [row] = await tx.prepared<AttemptRow>(
    "find_attempt_by_key",
    `SELECT ${ATTEMPT_COLUMNS}, false AS overdue FROM payment_attempt
      WHERE user_id = $1 AND cart_key = $2 AND idempotency_key = $3`,
    [userId, cartKey, idempotencyKey],
  );
  return row && toAttempt(row);
}

/** Locks an attempt that is open. Returns `undefined` when another call has settled it. */
export async function lockOpenAttempt(tx: Db, id: string): Promise<Attempt | undefined> {
  const [row] = await tx.prepared<AttemptRow>(
    "lock_open_attempt",
    `SELECT ${ATTEMPT_COLUMNS}, false AS overdue FROM payment_attempt WHERE id = $1 AND settled_at IS NULL FOR UPDATE`,
    [id],
  );
  return row && toAttempt(row);
}

export async function findAttempt(db: Db, id: string): Promise<Attempt | undefined> {
  const [row] = await db.query<AttemptRow>(
    `SELECT ${ATTEMPT_COLUMNS}, false AS overdue FROM payment_attempt WHERE id = $1`,
    [id],
  );
  return row && toAttempt(row);
}

/**
 * Claims the open attempts that are due and doubles the pause until their next check, but not past the moment from
 * which an absence counts, because a buyer is waiting for it.
 */
export async function claimDueAttempts(db: Db, silentMs: number, limit: number): Promise<readonly Attempt[]> {
  const rows = await db.prepared<AttemptRow>(
    "claim_due_attempts",
    `UPDATE payment_attempt
        SET checks = checks + 1,
            next_check_at = CASE WHEN now() < started_at + make_interval(secs => $1)
              THEN least(now() + make_interval(secs => least(power(2, least(checks, 10)), $2)),
                         started_at + make_interval(secs => $1 + 1))
              ELSE now() + make_interval(secs => least(power(2, least(checks, 10)), $2)) END
      WHERE id IN (SELECT id FROM payment_attempt WHERE settled_at IS NULL AND next_check_at <= now()
                    ORDER BY next_check_at LIMIT $3 FOR UPDATE SKIP LOCKED)
  RETURNING ${ATTEMPT_COLUMNS}, started_at + make_interval(secs => $1) < now() AS overdue`,
    [silentMs / 1000, CHECK_MAX_SECONDS, limit],
  );
  return rows.map(toAttempt);
}

/** Returns how many attempts are open, and the age of the oldest in seconds. */
export async function readOpenAttempts(db: Db): Promise<{ readonly open: number; readonly oldestSeconds: number }> {
  const [row] = await db.query<{ open: number; oldest: number }>(
    `SELECT count(*) AS open, coalesce(extract(epoch FROM now() - min(started_at)), 0)::float8 AS oldest
       FROM payment_attempt WHERE settled_at IS NULL`,
  );
  return { open: row?.open ?? 0, oldestSeconds: row?.oldest ?? 0 };
}

/** Counts an absence at the processor. The next check follows soon, because the buyer waits on the checking page. */
export async function noteAbsence(db: Db, id: string): Promise<void> {
  await db.query(
    `UPDATE payment_attempt SET absences = absences + 1, next_check_at = now() + make_interval(secs => $2)
      WHERE id = $1 AND settled_at IS NULL`,
    [id, ASK_AGAIN_SECONDS],
  );
}

/** Stores the state of the charge of an open attempt. */
export async function noteCharge(
  tx: Db,
  id: string,
  state: "AUTHORISED" | "VOIDING",
  processorId: string,
): Promise<void> {
  await tx.prepared(
    "note_charge",
    `UPDATE payment_attempt SET state = $2, processor_id = $3 WHERE id = $1 AND settled_at IS NULL`,
    [id, state, processorId],
  );
}

/** Settles an attempt with the answer that a retry gets. A call that was never sent frees its idempotency key. */
export async function settleAttempt(
  tx: Db,
  id: string,
  state: "PAID" | "DECLINED" | "VOIDED",
  answer: PaymentAnswer,
  declineCode?: string,
): Promise<void> {
  await tx.prepared(
    "settle_attempt",
    `UPDATE payment_attempt
        SET state = $2, answer = $3::jsonb, decline_code = $4, settled_at = now(), card_fingerprint = NULL,
            idempotency_key = CASE WHEN $4 = 'NOT_SENT' THEN NULL ELSE idempotency_key END
      WHERE id = $1 AND settled_at IS NULL`,
    [id, state, JSON.stringify(answer), declineCode ?? null],
  );
}
