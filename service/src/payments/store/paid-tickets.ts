import type { CartTicket, PaidCart } from "#src/payments/domain/paid-cart.ts";
import type { MethodName } from "#src/payments/domain/payment.ts";
import type { Db } from "#src/platform/store/db.ts";
import { listKeptLines } from "#src/reservations/store/kept-lines.ts";

/** A ticket of a paid sale, whose row the transaction has locked. */
export type PaidTicket = {
  readonly id: number;
  readonly status: "PENDING_GUEST_DETAILS" | "CONFIRMED" | "REFUNDED" | "RETURNED";
  readonly paidMinor: number;
  readonly feeMinor: number;
  readonly isAdmitted: boolean;
  readonly eventDateId: number;
};

/** Locks the tickets of a paid sale, always in the same order. A scan at the door locks the same rows. */
export async function lockPaidTickets(tx: Db, eventId: number, saleId: number): Promise<readonly PaidTicket[]> {
  return tx.prepared<PaidTicket>(
    "lock_paid_tickets",
    `SELECT admission.id, status, paid_minor AS "paidMinor", admission.fee_minor AS "feeMinor",
            admitted_at IS NOT NULL AS "isAdmitted", event_date_id AS "eventDateId"
       FROM admission JOIN ticket_type type ON type.event_id = admission.event_id AND type.id = ticket_type_id
      WHERE admission.event_id = $1 AND sale_id = $2 ORDER BY ticket_type_id, admission.id FOR UPDATE OF admission`,
    [eventId, saleId],
  );
}

/** The payment of a sale, with what each method has paid and not got back. */
type PaidAttempt = {
  readonly id: string;
  readonly chargeId: string | undefined;
  readonly left: ReadonlyMap<MethodName, number>;
};

/** Locks the attempt that paid for a sale, so that the refunds of one payment are made one after another. */
export async function lockPaidAttempt(tx: Db, eventId: number, saleId: number): Promise<PaidAttempt | undefined> {
  const [attempt] = await tx.prepared<{ id: string; processor_id: string | null }>(
    "lock_paid_attempt",
    `SELECT attempt.id, processor_id FROM payment_attempt_sale paid JOIN payment_attempt attempt ON attempt.id = paid.attempt_id
      WHERE event_id = $1 AND sale_id = $2 AND state = 'PAID' FOR UPDATE OF attempt`,
    [eventId, saleId],
  );
  if (attempt === undefined) return undefined;
  // A second statement, so that it sees the refunds that were committed while this one waited for the lock.
  const left = await tx.prepared<{ method: MethodName; minor: number }>(
    "left_of_attempt",
    `SELECT method, sum(minor)::bigint AS minor FROM (
       SELECT part.method, part.minor FROM payment_attempt
        CROSS JOIN unnest(methods, method_minors) AS part (method, minor) WHERE id = $1
       UNION ALL
       SELECT part.method, -part.minor FROM refund
        CROSS JOIN unnest(methods, method_minors) AS part (method, minor) WHERE attempt_id = $1 AND state <> 'REFUSED') parts
      GROUP BY method`,
    [attempt.id],
  );
  return {
    id: attempt.id,
    chargeId: attempt.processor_id ?? undefined,
    left: new Map(left.map(({ method, minor }) => [method, minor])),
  };
}

/**
 * Returns all that an attempt has paid for, with what came back of it: one statement, so that a refund that is refused meanwhile has
 * neither its tickets nor its worth in it. To return more of the cart, lock the attempt before: then this sees every return.
 */
export async function readPaidCart(db: Db, attemptId: string): Promise<PaidCart> {
  type Row = CartTicket & { readonly eventId: number; readonly saleId: number } & Omit<PaidCart, "lines" | "tickets">;
  const tickets = await db.prepared<Row>("read_paid_cart", READ_PAID_CART, [attemptId]);
  const sales = new Map(tickets.map(({ eventId, saleId }) => [saleId, { eventId, saleId }]));
  const lines = await listKeptLines(db, [...sales.values()]);
  const { returnedMinor = 0, feesOwedMinor = 0 } = tickets[0] ?? {};
  return { tickets, lines, returnedMinor, feesOwedMinor };
}

const READ_PAID_CART = `
SELECT id, event_id AS "eventId", sale_id AS "saleId", sale_id || ':' || ticket_type_id AS "lineId", paid_minor AS "paidMinor",
       status IN ('REFUNDED', 'RETURNED') AS "isReturned",
       (SELECT coalesce(sum(coalesce(worth_minor, (
                 SELECT sum(paid_minor) FROM refund_admission ticket
                   JOIN admission ON admission.event_id = ticket.event_id AND admission.id = ticket.admission_id
                  WHERE refund_id = refund.id))), 0)::bigint
          FROM refund WHERE attempt_id = $1 AND state <> 'REFUSED') AS "returnedMinor",
       (SELECT coalesce(sum(fees - fee_kept_minor), 0)::bigint FROM (
          SELECT worth_minor, fee_kept_minor, (
                 SELECT sum(least(admission.fee_minor, paid_minor)) FROM refund_admission ticket
                   JOIN admission ON admission.event_id = ticket.event_id AND admission.id = ticket.admission_id
                  WHERE refund_id = refund.id) AS fees
            FROM refund WHERE attempt_id = $1 AND state <> 'REFUSED' AND origin = 'BUYER') AS returned
         WHERE (fee_kept_minor = worth_minor AND worth_minor < fees) OR fee_kept_minor > fees) AS "feesOwedMinor"
  FROM payment_attempt_sale JOIN admission USING (event_id, sale_id) WHERE attempt_id = $1`;

/** Returns the key of the sale of an admission of this account. */
export async function findSaleKeyOfAdmission(db: Db, accountId: number, id: number): Promise<string | undefined> {
  const [row] = await db.query<{ key: string }>(
    `SELECT sale.key FROM admission JOIN sale ON sale.event_id = admission.event_id AND sale.id = admission.sale_id
      WHERE admission.id = $1 AND sale.account_id = $2`,
    [id, accountId],
  );
  return row?.key;
}
