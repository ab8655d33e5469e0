import type { Attempt, AttemptState } from "#src/payments/domain/attempt.ts";
import type { PaymentAnswer } from "#src/payments/domain/payment.ts";
import type { Db } from "#src/platform/store/db.ts";
import { ALONE, merged, type SetStatement } from "#src/platform/store/merged.ts";
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
  return merged(tx, FIND_ATTEMPT_BY_KEY, { userId, cartKey, idempotencyKey });
}

type KeyOfAttempt = { readonly userId: number; readonly cartKey: string; readonly idempotencyKey: string };

const FIND_ATTEMPT_BY_KEY: SetStatement<KeyOfAttempt, Attempt | undefined> = {
  async run(tx, keys) {
    const rows = await tx.prepared<AttemptRow & { nth: number }>(
      "find_attempt_by_key",
      `SELECT nth, ${ATTEMPT_COLUMNS}, false AS overdue
         FROM unnest($1::bigint[], $2::text[], $3::text[]) WITH ORDINALITY AS asked (by_user, of_cart, by_key, nth)
         JOIN payment_attempt ON user_id = by_user AND cart_key = of_cart AND idempotency_key = by_key`,
      [
        keys.map(({ userId }) => userId),
        keys.map(({ cartKey }) => cartKey),
        keys.map(({ idempotencyKey }) => idempotencyKey),
      ],
    );
    const found = new Map(rows.map(({ nth, ...row }) => [nth, toAttempt(row)]));
    return keys.map((_, at) => found.get(at + 1));
  },
};

/** Locks an attempt that is open. Returns `undefined` when another call has settled it. */
export async function lockOpenAttempt(tx: Db, id: string): Promise<Attempt | undefined> {
  return merged(tx, LOCK_OPEN_ATTEMPT, id);
}

/** One that is settled or locked gets a transaction of its own. */
const LOCK_OPEN_ATTEMPT: SetStatement<string, Attempt | undefined> = {
  async run(tx, ids, mayLeave) {
    const rows = await tx.prepared<AttemptRow>(
      mayLeave ? "try_lock_open_attempts" : "lock_open_attempts",
      `SELECT ${ATTEMPT_COLUMNS}, false AS overdue FROM payment_attempt WHERE id = ANY ($1::text[]) AND settled_at IS NULL
        ORDER BY id FOR UPDATE ${mayLeave ? "SKIP LOCKED" : ""}`,
      [ids],
    );
    const open = new Map(rows.map((row) => [row.id, toAttempt(row)]));
    return ids.map((id) => open.get(id) ?? (mayLeave ? ALONE : undefined));
  },
};

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
  await merged(tx, NOTE_CHARGE, { id, state, processorId });
}

type NotedCharge = { readonly id: string; readonly state: AttemptState; readonly processorId: string };

const NOTE_CHARGE: SetStatement<NotedCharge, void> = {
  async run(tx, charges) {
    await tx.prepared(
      "note_charge",
      `UPDATE payment_attempt SET state = charge.state, processor_id = charge.processor_id
         FROM unnest($1::text[], $2::text[], $3::text[]) AS charge (id, state, processor_id)
        WHERE payment_attempt.id = charge.id AND settled_at IS NULL`,
      [charges.map(({ id }) => id), charges.map(({ state }) => state), charges.map(({ processorId }) => processorId)],
    );
    return charges.map(() => undefined);
  },
};

/** Settles an attempt with the answer that a retry gets. A call that was never sent frees its idempotency key. */
export async function settleAttempt(
  tx: Db,
  id: string,
  state: "PAID" | "DECLINED" | "VOIDED",
  answer: PaymentAnswer,
  declineCode?: string,
): Promise<void> {
  await merged(tx, SETTLE_ATTEMPT, { id, state, answer, declineCode });
}

type SettledAttempt = {
  readonly id: string;
  readonly state: AttemptState;
  readonly answer: PaymentAnswer;
  readonly declineCode: string | undefined;
};

const SETTLE_ATTEMPT: SetStatement<SettledAttempt, void> = {
  async run(tx, attempts) {
    await tx.prepared(
      "settle_attempt",
      `UPDATE payment_attempt
          SET state = ended.state, answer = ended.answer::jsonb, decline_code = ended.code, settled_at = now(),
              card_fingerprint = NULL,
              idempotency_key = CASE WHEN ended.code = 'NOT_SENT' THEN NULL ELSE idempotency_key END
         FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) AS ended (id, state, answer, code)
        WHERE payment_attempt.id = ended.id AND settled_at IS NULL`,
      [
        attempts.map(({ id }) => id),
        attempts.map(({ state }) => state),
        attempts.map(({ answer }) => JSON.stringify(answer)),
        attempts.map(({ declineCode }) => declineCode ?? null),
      ],
    );
    return attempts.map(() => undefined);
  },
};
