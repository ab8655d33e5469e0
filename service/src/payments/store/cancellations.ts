import type { RefundJob, Settlement } from "#src/payments/domain/cancellation.ts";
import type { Db } from "#src/platform/store/db.ts";
import { insertedId, moneyOf, type RowOf, shapeOf } from "#src/platform/store/rows.ts";

type NewCancellation = {
  readonly accountId: number;
  readonly userId: number;
  readonly eventId: number;
  readonly eventDateId: number | undefined;
  readonly refund: Settlement;
};

export async function insertCancellation(tx: Db, made: NewCancellation): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    `INSERT INTO cancellation (account_id, user_id, event_id, event_date_id, refund) VALUES ($1, $2, $3, $4, $5) RETURNING id`,
    [made.accountId, made.userId, made.eventId, made.eventDateId ?? null, made.refund],
  );
  return insertedId(row);
}

/** Returns the cancellation in force of exactly this date or this event, if it decided the same about the money. */
export async function findCancellation(
  tx: Db,
  { eventId, eventDateId, refund }: Pick<NewCancellation, "eventId" | "eventDateId" | "refund">,
): Promise<number | undefined> {
  const [latest] = await tx.query<{ id: number; refund: Settlement }>(
    `SELECT id, refund FROM cancellation
      WHERE event_id = $1 AND event_date_id IS NOT DISTINCT FROM $2 AND reinstated_at IS NULL ORDER BY id DESC LIMIT 1`,
    [eventId, eventDateId ?? null],
  );
  return latest?.refund === refund ? latest.id : undefined;
}

/** The SQL of the tickets that a cancellation concerns. That of an event excludes its dates that were over: they took place. */
const TICKETS_OF = `
  SELECT FROM admission
    JOIN ticket_type type ON type.event_id = admission.event_id AND type.id = ticket_type_id
    JOIN event_date date ON date.event_id = type.event_id AND date.id = type.event_date_id
   WHERE admission.event_id = sale.event_id AND sale_id = sale.id
     AND (cancellation.event_date_id = date.id
          OR cancellation.event_date_id IS NULL AND date.ends_at > cancellation.created_at)`;

const VALID = `admission.status IN ('CONFIRMED', 'PENDING_GUEST_DETAILS')`;

/**
 * Adds the paid sales that a new job refunds: those with valid tickets, or with a refund under way that may still be refused.
 * `lockForCancelling` keeps others from being paid meanwhile.
 */
export async function addSalesToRefundJob(tx: Db, cancellationId: number): Promise<void> {
  await tx.query(
    `INSERT INTO cancellation_sale (cancellation_id, event_id, sale_id)
     SELECT cancellation.id, sale.event_id, sale.id
       FROM cancellation JOIN sale ON sale.event_id = cancellation.event_id AND sale.status = 'CONFIRMED'
      WHERE refund = 'ALL' AND cancellation.id = $1
        AND (EXISTS (${TICKETS_OF} AND ${VALID})
             OR EXISTS (${TICKETS_OF}) AND EXISTS (
                  SELECT FROM refund WHERE refund.event_id = sale.event_id AND refund.sale_id = sale.id AND refund.state = 'STARTED'))`,
    [cancellationId],
  );
}

/**
 * Adds the sales of an attempt that has just been paid to the jobs that refund their tickets, and reopens those jobs. A payment
 * may be confirmed after the cancellation, even after the job has ended.
 */
export async function addPaidSalesToRefundJobs(tx: Db, attemptId: string): Promise<void> {
  await tx.query(
    `WITH listed AS (
       INSERT INTO cancellation_sale (cancellation_id, event_id, sale_id)
       SELECT cancellation.id, sale.event_id, sale.id
         FROM payment_attempt_sale paid
         JOIN sale ON sale.event_id = paid.event_id AND sale.id = paid.sale_id
         JOIN cancellation ON cancellation.event_id = sale.event_id AND refund = 'ALL' AND reinstated_at IS NULL
        WHERE attempt_id = $1 AND EXISTS (${TICKETS_OF} AND ${VALID})
           ON CONFLICT DO NOTHING
       RETURNING cancellation_id)
     UPDATE cancellation SET finished_at = NULL, looks = 0, next_look_at = now()
      WHERE id IN (SELECT cancellation_id FROM listed)`,
    [attemptId],
  );
}

/** A sale that was confirmed after its cancellation, with what its buyer is told. */
type CancelledSale = {
  readonly saleKey: string;
  readonly eventId: number;
  /** Absent: the whole event. */
  readonly eventDateId: number | null;
  readonly refunds: boolean;
  readonly choices: boolean;
};

/** Returns the cancelled events and dates of the sales of an attempt, with the latest decision about the money for each. */
export async function listCancelledSales(tx: Db, attemptId: string): Promise<readonly CancelledSale[]> {
  return tx.query<CancelledSale>(
    `SELECT sale.key AS "saleKey", sale.event_id AS "eventId",
            CASE WHEN event.cancelled THEN NULL ELSE date.id END AS "eventDateId",
            coalesce(bool_or(decided.refund = 'ALL'), false) AS refunds,
            coalesce(bool_or(decided.refund = 'CHOICE'), false) AS choices
       FROM payment_attempt_sale paid
       JOIN sale ON sale.event_id = paid.event_id AND sale.id = paid.sale_id
       JOIN event ON event.id = sale.event_id
       JOIN sale_line line ON line.event_id = sale.event_id AND line.sale_id = sale.id
       JOIN ticket_type type ON type.event_id = line.event_id AND type.id = line.ticket_type_id
       JOIN event_date date ON date.event_id = type.event_id AND date.id = type.event_date_id
       LEFT JOIN LATERAL (
              SELECT refund FROM cancellation
               WHERE event_id = date.event_id AND reinstated_at IS NULL
                 AND (event_date_id = date.id OR event_date_id IS NULL AND date.ends_at > created_at)
               ORDER BY id DESC LIMIT 1) AS decided ON true
      WHERE attempt_id = $1 AND (event.cancelled OR date.cancelled)
      GROUP BY sale.event_id, sale.id, 3 ORDER BY sale.event_id, sale.id, 3`,
    [attemptId],
  );
}

/** The number of refused sales that the progress names. */
const REFUSED_MAX = 100;
const REFUNDED_MINOR = `coalesce(sum(refund.amount_minor) FILTER (WHERE refund.state IN ('REFUNDED', 'RETURNED')), 0)`;

export async function findRefundJob(db: Db, accountId: number, id: number): Promise<RefundJob | undefined> {
  const [row] = await db.query<RowOf<RefundJob>>(
    `SELECT cancellation.id, event_id AS "eventId", event_date_id AS "eventDateId", event.name AS "eventName",
            cancellation.created_at AS "createdAt", finished_at AS "finishedAt", progress.*
       FROM cancellation JOIN event ON event.id = event_id
      CROSS JOIN LATERAL (
              SELECT count(*) AS total,
                     count(*) FILTER (WHERE job.state = 'DONE' AND coalesce(refund.state, 'REFUNDED') IN ('REFUNDED', 'RETURNED')) AS refunded,
                     count(*) FILTER (WHERE refund.state = 'REFUSED') AS refused,
                     count(*) FILTER (WHERE job.state = 'OPEN' OR refund.state = 'STARTED') AS open,
                     ${moneyOf(REFUNDED_MINOR, "event.currency")} AS amount,
                     coalesce((array_agg(sale.key ORDER BY sale.id) FILTER (WHERE refund.state = 'REFUSED'))[1:${REFUSED_MAX}], '{}')
                       AS "refusedSales"
                FROM cancellation_sale job JOIN sale ON sale.event_id = job.event_id AND sale.id = job.sale_id
                LEFT JOIN refund ON refund.id = refund_id
               WHERE cancellation_id = cancellation.id) AS progress
      WHERE cancellation.id = $2 AND cancellation.account_id = $1 AND refund = 'ALL'`,
    [accountId, id],
  );
  return row && shapeOf<RefundJob>(row);
}
