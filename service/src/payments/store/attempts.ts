import type { Attempt, AttemptEnd, PaidPart, PaymentAnswer } from "#src/payments/domain/payment.ts";
import { requestContext } from "#src/platform/domain/request-context.ts";
import type { Db } from "#src/platform/store/db.ts";
import { moneyOf, type RowOf, shapeOf } from "#src/platform/store/rows.ts";
import type { LockedSale } from "#src/reservations/domain/sale.ts";

const ATTEMPT_COLUMNS = `id, cart_key AS "cartKey", ${moneyOf("amount_minor")} AS amount, ${moneyOf("card_minor")} AS card, state,
  fingerprint, card_fingerprint AS "cardFingerprint", reference, idempotency_key AS "idempotencyKey", request, settled_at IS NOT NULL AS settled, answer, absences,
  floor(extract(epoch FROM now() - started_at) / 60)::integer AS "ageMinutes"`;

/** The time before the reconciler first checks an attempt. Checking one whose charge is in flight does no harm. */
const FIRST_CHECK_SECONDS = 5;

type NewAttempt = Pick<Attempt, "id" | "cartKey" | "fingerprint" | "cardFingerprint" | "idempotencyKey"> & {
  readonly accountId: number;
  readonly userId: number;
  readonly amountMinor: number;
  readonly cardMinor: number;
  readonly currency: string;
  readonly parts: readonly PaidPart[];
  readonly sales: readonly LockedSale[];
  /** The code that the buyer quotes to the organiser. */
  readonly reference: string;
};

/**
 * Inserts an attempt before anything is charged, and returns it. `one_open_attempt_per_cart` throws when another one is open,
 * `one_attempt_per_reference` when the account has used the reference.
 */
export async function insertAttempt(tx: Db, attempt: NewAttempt): Promise<Attempt> {
  const { parts, sales } = attempt;
  const [row] = await tx.prepared<RowOf<Attempt>>("insert_attempt", INSERT_ATTEMPT, [
    attempt.id,
    attempt.cartKey,
    attempt.accountId,
    attempt.userId,
    attempt.idempotencyKey ?? null,
    attempt.fingerprint ?? null,
    attempt.cardFingerprint ?? null,
    attempt.amountMinor,
    attempt.cardMinor,
    attempt.currency,
    parts.map(({ method }) => method),
    parts.map(({ minor }) => minor),
    attempt.reference,
    FIRST_CHECK_SECONDS,
    sales.map(({ eventId }) => eventId),
    sales.map(({ id }) => id),
    requestContext()?.request ?? null,
  ]);
  if (row === undefined) throw new Error("An inserted attempt was not returned.");
  return shapeOf<Attempt>(row);
}

const INSERT_ATTEMPT = `
WITH made AS (
  INSERT INTO payment_attempt (id, cart_key, account_id, user_id, idempotency_key, fingerprint, card_fingerprint,
                               amount_minor, card_minor, currency, methods, method_minors, reference, state,
                               started_at, next_check_at, request)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11::text[], $12::bigint[], $13, 'STARTED',
          now(), now() + make_interval(secs => $14), $17)
  RETURNING ${ATTEMPT_COLUMNS}
), of_sales AS (
  INSERT INTO payment_attempt_sale (attempt_id, event_id, sale_id)
  SELECT made.id, paid.event_id, paid.sale_id FROM made, unnest($15::bigint[], $16::bigint[]) AS paid (event_id, sale_id)
)
SELECT *, false AS overdue FROM made`;

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
  const [row] = await tx.prepared<RowOf<Attempt>>(
    "find_attempt_by_key",
    `SELECT ${ATTEMPT_COLUMNS}, false AS overdue FROM payment_attempt
      WHERE user_id = $1 AND cart_key = $2 AND idempotency_key = $3`,
    [userId, cartKey, idempotencyKey],
  );
  return row && shapeOf<Attempt>(row);
}

/** Locks an attempt that is open. Returns `undefined` when another call has settled it. */
export async function lockOpenAttempt(tx: Db, id: string): Promise<Attempt | undefined> {
  const [row] = await tx.prepared<RowOf<Attempt>>(
    "lock_open_attempt",
    `SELECT ${ATTEMPT_COLUMNS}, false AS overdue FROM payment_attempt WHERE id = $1 AND settled_at IS NULL FOR UPDATE`,
    [id],
  );
  return row && shapeOf<Attempt>(row);
}

export async function findAttempt(db: Db, id: string): Promise<Attempt | undefined> {
  const [row] = await db.query<RowOf<Attempt>>(
    `SELECT ${ATTEMPT_COLUMNS}, false AS overdue FROM payment_attempt WHERE id = $1`,
    [id],
  );
  return row && shapeOf<Attempt>(row);
}

/**
 * Claims the open attempts that are due and doubles the pause until their next check, but not past the moment from
 * which an absence counts, because a buyer is waiting for it.
 */
export async function claimDueAttempts(db: Db, silentMs: number, limit: number): Promise<readonly Attempt[]> {
  const rows = await db.prepared<RowOf<Attempt>>(
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
  return rows.map(shapeOf<Attempt>);
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
export async function endAttempt(
  tx: Db,
  id: string,
  state: AttemptEnd,
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
