import { REFUND_REOPENED_UNTIL } from "#src/admissions/store/reopened-refunds.ts";
import type { RefundPolicy } from "#src/catalogue/domain/event.ts";
import type { Refund, RefundedTicket, RefundOrigin, RefundState } from "#src/payments/domain/refund.ts";
import { requestContext } from "#src/platform/domain/request-context.ts";
import type { Db } from "#src/platform/store/db.ts";
import { moneyOf, type RowOf, shapeOf } from "#src/platform/store/rows.ts";

/** The longest pause between two checks of a refund at the processor. */
const CHECK_MAX_SECONDS = 60;
/** The time before the reconciler first checks a refund. Checking one that is in flight does no harm. */
const FIRST_CHECK_SECONDS = 5;

const SELECT = `
SELECT refund.id, refund.account_id AS "accountId", sale.key AS "saleKey", sale.cart_key AS "cartKey",
       refund.event_id AS "eventId", attempt_id AS "attemptId", sale.reference AS "order", refund.request,
       (SELECT idempotency_key FROM payment_attempt WHERE payment_attempt.id = attempt_id) AS attempt, ${moneyOf("amount_minor", "refund.currency")} AS amount,
       ${moneyOf("fee_kept_minor", "refund.currency")} AS "feeKept", ${moneyOf("card_minor", "refund.currency")} AS card,
       charge_id AS "chargeId", state, (SELECT max(revived_until) FROM voucher_movement WHERE refund_id = refund.id) AS "revivedUntil",
       EXISTS (SELECT FROM voucher_movement WHERE refund_id = refund.id AND moved_to IS NOT NULL) AS "hasNewVoucher",
       (SELECT json_build_object('state', CASE WHEN bool_or(back.state = 'WAITING') THEN 'WAITING' ELSE 'LEFT' END,
                                 'amount', ${moneyOf("sum(movement.amount_minor)", "refund.currency")})
          FROM voucher_movement movement JOIN voucher_return back USING (id)
         WHERE refund_id = refund.id AND back.state <> 'SENT' HAVING count(*) > 0) AS unspendable,
       gives_new_voucher AS "givesNewVoucher", reason, notify, fingerprint,
       started_at AS "createdAt", floor(extract(epoch FROM now() - started_at) / 60)::integer AS "ageMinutes",
       (SELECT coalesce(json_agg(json_build_object('method', method, 'minor', minor) ORDER BY place), '[]')
          FROM unnest(methods, method_minors) WITH ORDINALITY AS part (method, minor, place)) AS parts,
       (SELECT json_agg(json_build_object('id', admission.id, 'name', ticket_type_name)
                        ORDER BY admission.ticket_type_id, admission.id)
          FROM refund_admission ticket
          JOIN admission ON admission.event_id = ticket.event_id AND admission.id = ticket.admission_id
          JOIN sale_line line ON line.event_id = admission.event_id AND line.sale_id = admission.sale_id
                             AND line.ticket_type_id = admission.ticket_type_id
         WHERE ticket.refund_id = refund.id) AS admissions
  FROM refund JOIN sale ON sale.event_id = refund.event_id AND sale.id = refund.sale_id`;

type NewRefund = Pick<
  Refund,
  | "id"
  | "accountId"
  | "eventId"
  | "attemptId"
  | "fingerprint"
  | "parts"
  | "chargeId"
  | "reason"
  | "notify"
  | "givesNewVoucher"
> & {
  readonly saleId: number;
  readonly userId: number;
  readonly origin: RefundOrigin;
  readonly idempotencyKey: string | undefined;
  readonly currency: string;
  readonly cardMinor: number;
  /** What the return of its tickets was worth, before the policy's percentage and the kept fee. */
  readonly worthMinor: number;
  readonly status: "REFUNDED" | "RETURNED";
  readonly tickets: readonly RefundedTicket[];
};

/**
 * Writes a refund as STARTED. The same statement changes the status of its locked tickets, which then admit nobody. `refunded_once`
 * throws when they are refunded already, `never_more_than_paid` when the refunds of the payment would exceed it.
 */
export async function insertRefund(tx: Db, refund: NewRefund): Promise<void> {
  const sum = (minorOf: (ticket: RefundedTicket) => number) =>
    refund.tickets.reduce((total, ticket) => total + minorOf(ticket), 0);
  await tx.prepared("insert_refund", INSERT_REFUND, [
    refund.id,
    refund.accountId,
    refund.eventId,
    refund.saleId,
    refund.attemptId,
    refund.userId,
    refund.origin,
    refund.idempotencyKey ?? null,
    refund.fingerprint,
    refund.currency,
    sum(({ minor }) => minor),
    sum(({ feeKeptMinor }) => feeKeptMinor),
    refund.parts.map(({ method }) => method),
    refund.parts.map(({ minor }) => minor),
    refund.cardMinor,
    refund.chargeId ?? null,
    refund.reason ?? null,
    refund.notify,
    FIRST_CHECK_SECONDS,
    refund.tickets.map(({ id }) => id),
    refund.tickets.map(({ minor }) => minor),
    refund.tickets.map(({ feeKeptMinor }) => feeKeptMinor),
    refund.status,
    refund.worthMinor,
    refund.givesNewVoucher,
    requestContext()?.request ?? null,
  ]);
}

const INSERT_REFUND = `
WITH made AS (
  INSERT INTO refund (id, account_id, event_id, sale_id, attempt_id, user_id, origin, idempotency_key, fingerprint, currency,
                      amount_minor, fee_kept_minor, methods, method_minors, card_minor, charge_id, reason, notify,
                      state, started_at, next_check_at, worth_minor, gives_new_voucher, request)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18,
          'STARTED', now(), now() + make_interval(secs => $19), $24, $25, $26)
  RETURNING id, event_id
), tickets AS (
  SELECT * FROM unnest($20::bigint[], $21::bigint[], $22::bigint[]) AS ticket (id, minor, fee_kept_minor)
), listed AS (
  INSERT INTO refund_admission (refund_id, event_id, admission_id, amount_minor, fee_kept_minor, was)
  SELECT made.id, made.event_id, tickets.id, tickets.minor, tickets.fee_kept_minor, admission.status
    FROM made CROSS JOIN tickets JOIN admission ON admission.event_id = made.event_id AND admission.id = tickets.id
)
UPDATE admission
   SET status = $23, refunded_minor = refunded_minor + tickets.minor, fee_kept_minor = tickets.fee_kept_minor,
       modified_at = now()
  FROM tickets, made WHERE admission.event_id = made.event_id AND admission.id = tickets.id`;

/** Locks a refund that is under way. Returns false when another call has settled it. */
export async function lockStartedRefund(tx: Db, id: string): Promise<boolean> {
  const rows = await tx.prepared(
    "lock_started_refund",
    `SELECT id FROM refund WHERE id = $1 AND state = 'STARTED' FOR UPDATE`,
    [id],
  );
  return rows.length === 1;
}

export async function settleRefundAs(tx: Db, id: string, state: Exclude<RefundState, "STARTED">): Promise<void> {
  await tx.prepared(
    "settle_refund",
    `WITH settled AS (
       UPDATE refund SET state = $2, settled_at = now() WHERE id = $1 AND state = 'STARTED' RETURNING event_id, sale_id)
     UPDATE sale SET modified_at = now() FROM settled WHERE sale.event_id = settled.event_id AND sale.id = settled.sale_id`,
    [id, state],
  );
}

/** Gives the tickets of a refused refund their earlier status. */
export async function revalidateTickets(tx: Db, id: string): Promise<void> {
  await tx.prepared(
    "revalidate_tickets",
    `WITH tickets AS (
       UPDATE refund_admission SET in_force = false WHERE refund_id = $1 RETURNING event_id, admission_id, was)
     UPDATE admission SET status = was, refunded_minor = 0, fee_kept_minor = 0, modified_at = now()
       FROM tickets WHERE admission.event_id = tickets.event_id AND admission.id = tickets.admission_id`,
    [id],
  );
}

export async function findRefund(db: Db, id: string): Promise<Refund | undefined> {
  const [row] = await db.prepared<RowOf<Refund>>("find_refund", `${SELECT} WHERE refund.id = $1`, [id]);
  return row && shapeOf<Refund>(row);
}

/** Returns the refund of this sale that the user began with this idempotency key. */
export async function findRefundByKey(
  tx: Db,
  by: { readonly userId: number; readonly eventId: number; readonly saleId: number; readonly idempotencyKey: string },
): Promise<Refund | undefined> {
  const [row] = await tx.query<RowOf<Refund>>(
    `${SELECT} WHERE refund.user_id = $1 AND refund.event_id = $2 AND refund.sale_id = $3 AND refund.idempotency_key = $4`,
    [by.userId, by.eventId, by.saleId, by.idempotencyKey],
  );
  return row && shapeOf<Refund>(row);
}

/** Returns the refunds of a sale, the oldest first. */
export async function listRefunds(db: Db, eventId: number, saleId: number): Promise<readonly Refund[]> {
  const rows = await db.prepared<RowOf<Refund>>(
    "list_refunds",
    `${SELECT} WHERE refund.event_id = $1 AND refund.sale_id = $2 ORDER BY started_at, refund.id`,
    [eventId, saleId],
  );
  return rows.map(shapeOf<Refund>);
}

/** Claims the refunds that are due for a check at the processor, and doubles the pause until their next check. */
export async function claimDueRefunds(db: Db, limit: number): Promise<readonly Refund[]> {
  const claimed = await db.prepared<{ id: string }>(
    "claim_due_refunds",
    `UPDATE refund SET checks = checks + 1, next_check_at = now() + make_interval(secs => least(power(2, least(checks, 10)), $1))
      WHERE id IN (SELECT id FROM refund WHERE state = 'STARTED' AND next_check_at <= now()
                    ORDER BY next_check_at LIMIT $2 FOR UPDATE SKIP LOCKED)
  RETURNING id`,
    [CHECK_MAX_SECONDS, limit],
  );
  if (claimed.length === 0) return [];
  const rows = await db.prepared<RowOf<Refund>>("claimed_refunds", `${SELECT} WHERE refund.id = ANY ($1::text[])`, [
    claimed.map(({ id }) => id),
  ]);
  return rows.map(shapeOf<Refund>);
}

/** An event's refund policy, and what it still allows to return of a sale, by the database's clock: the tickets of these dates. */
type PolicyNow = {
  readonly policy: RefundPolicy | undefined;
  readonly openDateIds: readonly number[];
  /** Tickets whose date was moved: their buyers decide anew, whatever the policy's hours. */
  readonly reopenedIds: readonly number[];
};

export async function findPolicy(db: Db, eventId: number, saleId: number): Promise<PolicyNow> {
  const [row] = await db.prepared<PolicyNow & { readonly policy: RefundPolicy | null }>(
    "find_refund_policy",
    `SELECT refund_policy AS policy,
            (SELECT coalesce(json_agg(date.id), '[]') FROM event_date date
                   WHERE date.event_id = event.id AND NOT (date.cancelled OR event.cancelled)
                     AND now() < date.starts_at - make_interval(hours => (refund_policy ->> 'untilHoursBefore')::integer)) AS "openDateIds",
            (SELECT coalesce(json_agg(admission.id), '[]')
               FROM admission JOIN sale ON sale.event_id = admission.event_id AND sale.id = admission.sale_id
               JOIN ticket_type type ON type.event_id = admission.event_id AND type.id = admission.ticket_type_id
               JOIN event_date date ON date.event_id = type.event_id AND date.id = type.event_date_id
              WHERE admission.event_id = event.id AND admission.sale_id = $2 AND NOT (date.cancelled OR event.cancelled)
                AND now() < ${REFUND_REOPENED_UNTIL}) AS "reopenedIds"
       FROM event WHERE id = $1`,
    [eventId, saleId],
  );
  const { policy, openDateIds = [], reopenedIds = [] } = row ?? {};
  return { policy: policy ?? undefined, openDateIds, reopenedIds };
}
