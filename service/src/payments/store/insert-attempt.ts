import type { Attempt } from "#src/payments/domain/attempt.ts";
import type { PaidPart } from "#src/payments/domain/payment-method.ts";
import type { Db } from "#src/platform/store/db.ts";
import { merged, type SetStatement } from "#src/platform/store/merged.ts";
import type { SaleRow } from "#src/reservations/domain/sale-row.ts";
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
  return merged(tx, INSERT_ATTEMPT, attempt);
}

const INSERT_ATTEMPT: SetStatement<NewAttempt, Attempt> = {
  async run(tx, attempts) {
    const of = <Value>(value: (attempt: NewAttempt) => Value) => attempts.map(value);
    const sales = attempts.flatMap(({ id, sales }) => sales.map((sale) => ({ ...sale, attemptId: id })));
    const rows = await tx.prepared<AttemptRow>("insert_attempt", INSERT_ATTEMPTS, [
      ...[
        of(({ id }) => id),
        of(({ cartKey }) => cartKey),
        of(({ accountId }) => accountId),
        of(({ userId }) => userId),
      ],
      ...[of(({ idempotencyKey }) => idempotencyKey ?? null), of(({ fingerprint }) => fingerprint ?? null)],
      ...[of(({ amountMinor }) => amountMinor), of(({ cardMinor }) => cardMinor), of(({ currency }) => currency)],
      of(({ parts }) => parts.map(({ method }) => method).join(" ")),
      FIRST_CHECK_SECONDS,
      ...[sales.map(({ eventId }) => eventId), sales.map(({ id }) => id)],
      of(({ cardFingerprint }) => cardFingerprint ?? null),
      of(({ parts }) => parts.map(({ minor }) => minor).join(" ")),
      of(({ reference }) => reference),
      sales.map(({ attemptId }) => attemptId),
    ]);
    const made = new Map(rows.map((row) => [row.id, toAttempt(row)]));
    return attempts.flatMap(({ id }) => made.get(id) ?? []);
  },
};

const INSERT_ATTEMPTS = `
WITH made AS (
  INSERT INTO payment_attempt (id, cart_key, account_id, user_id, idempotency_key, fingerprint, amount_minor,
                               card_minor, currency, methods, state, started_at, next_check_at,
                               card_fingerprint, method_minors, reference)
  SELECT id, cart_key, account_id, user_id, idempotency_key, fingerprint, amount_minor,
         card_minor, currency, string_to_array(methods, ' '), 'STARTED', now(), now() + make_interval(secs => $11),
         card_fingerprint, string_to_array(method_minors, ' ')::bigint[], reference
    FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::text[], $6::text[], $7::bigint[],
                $8::bigint[], $9::text[], $10::text[], $14::text[], $15::text[], $16::text[])
         AS attempt (id, cart_key, account_id, user_id, idempotency_key, fingerprint, amount_minor,
                     card_minor, currency, methods, card_fingerprint, method_minors, reference)
  RETURNING ${ATTEMPT_COLUMNS}
), of_sales AS (
  INSERT INTO payment_attempt_sale (attempt_id, event_id, sale_id)
  SELECT paid.attempt_id, paid.event_id, paid.sale_id
    FROM unnest($17::text[], $12::bigint[], $13::bigint[]) AS paid (attempt_id, event_id, sale_id)
    JOIN made ON made.id = paid.attempt_id
)
SELECT *, false AS overdue FROM made`;
