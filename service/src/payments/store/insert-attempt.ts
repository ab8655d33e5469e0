import type { Attempt } from "#src/payments/domain/attempt.ts";
import type { PaidPart } from "#src/payments/domain/payment-method.ts";
import type { Db } from "#src/platform/store/db.ts";
import type { SaleRow } from "#src/reservations/domain/sale.ts";
import { ATTEMPT_COLUMNS, type AttemptRow, toAttempt } from "./attempt-row.ts";

/** The time before the reconciler first checks an attempt. Checking one whose charge is in flight does no harm. */
const FIRST_CHECK_SECONDS = 5;
export type NewAttempt = {
  readonly id: string;
  readonly cartKey: string;
  readonly accountId: number;
  readonly userId: number;
  readonly idempotencyKey: string | undefined;
  readonly fingerprint: string | undefined;
  readonly cardFingerprint: string | undefined;
  readonly amountMinor: number;
  readonly cardMinor: number;
  readonly currency: string;
  readonly parts: readonly PaidPart[];
  readonly sales: readonly SaleRow[];
  /** What the buyer quotes. */
  readonly reference: string;
};

/**
 * Inserts an attempt before anything is charged, and returns it. `one_open_attempt_per_cart` throws when another one is open,
 * `one_attempt_per_reference` when the account has used the reference.
 */
export async function insertAttempt(tx: Db, attempt: NewAttempt): Promise<Attempt> {
  const { parts, sales } = attempt;
  const [row] = await tx.prepared<AttemptRow>("insert_attempt", INSERT_ATTEMPT, [
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
  ]);
  if (row === undefined) throw new Error("An inserted attempt was not returned.");
  return toAttempt(row);
}

const INSERT_ATTEMPT = `
WITH made AS (
  INSERT INTO payment_attempt (id, cart_key, account_id, user_id, idempotency_key, fingerprint, card_fingerprint,
                               amount_minor, card_minor, currency, methods, method_minors, reference, state,
                               started_at, next_check_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11::text[], $12::bigint[], $13, 'STARTED',
          now(), now() + make_interval(secs => $14))
  RETURNING ${ATTEMPT_COLUMNS}
), of_sales AS (
  INSERT INTO payment_attempt_sale (attempt_id, event_id, sale_id)
  SELECT made.id, paid.event_id, paid.sale_id FROM made, unnest($15::bigint[], $16::bigint[]) AS paid (event_id, sale_id)
)
SELECT *, false AS overdue FROM made`;
