import type { RefundJob, Settlement } from "#src/payments/domain/cancellation.ts";
import type { Db } from "#src/platform/store/db.ts";
import { insertedId } from "#src/platform/store/inserted-id.ts";

export type NewCancellation = {
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

/** Returns the cancellation in force of exactly this date or this event, when its decision about the money is this one. */
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

const TICKETS_OF = `
  SELECT FROM admission JOIN ticket_type type ON type.event_id = admission.event_id AND type.id = ticket_type_id
   WHERE admission.event_id = sale.event_id AND sale_id = sale.id AND admission.status IN ('CONFIRMED', 'PENDING_GUEST_DETAILS')
     AND (cancellation.event_date_id IS NULL OR type.event_date_id = cancellation.event_date_id)`;

/** Lists the paid sales with valid tickets that a job does not know yet: a payment may have been under way. */
export async function listSalesToRefund(tx: Db, cancellationId?: number): Promise<void> {
  await tx.prepared(
    "list_sales_to_refund",
    `INSERT INTO cancellation_sale (cancellation_id, event_id, sale_id)
     SELECT cancellation.id, sale.event_id, sale.id
       FROM cancellation JOIN sale ON sale.event_id = cancellation.event_id AND sale.status = 'CONFIRMED'
      WHERE refund = 'ALL' AND finished_at IS NULL AND reinstated_at IS NULL AND ($1::bigint IS NULL OR cancellation.id = $1)
        AND EXISTS (${TICKETS_OF})
         ON CONFLICT DO NOTHING`,
    [cancellationId ?? null],
  );
}

/** A sale that a job is to refund now. */
export type JobSale = {
  readonly cancellationId: number;
  readonly eventId: number;
  readonly saleId: number;
  readonly saleKey: string;
  readonly eventDateId: number | null;
  readonly accountId: number;
  readonly userId: number;
  readonly currency: string;
  readonly accountName: string;
};

/** Claims sales for as long as `leaseSeconds`. Another process claims them again after that, unless they are done. */
export async function claimJobSales(db: Db, limit: number, leaseSeconds: number): Promise<readonly JobSale[]> {
  return db.prepared<JobSale>(
    "claim_job_sales",
    `WITH claimed AS (
       UPDATE cancellation_sale SET tries = tries + 1, next_try_at = now() + make_interval(secs => $2)
        WHERE (cancellation_id, event_id, sale_id) IN (
                SELECT cancellation_id, listed.event_id, sale_id
                  FROM cancellation_sale listed JOIN cancellation ON cancellation.id = cancellation_id AND reinstated_at IS NULL
                 WHERE state = 'OPEN' AND next_try_at <= now()
                 ORDER BY next_try_at LIMIT $1 FOR UPDATE OF listed SKIP LOCKED)
       RETURNING cancellation_id, event_id, sale_id)
     SELECT cancellation_id AS "cancellationId", claimed.event_id AS "eventId", claimed.sale_id AS "saleId", sale.key AS "saleKey",
            cancellation.event_date_id AS "eventDateId", cancellation.account_id AS "accountId",
            cancellation.user_id AS "userId", account.currency, account.name AS "accountName"
       FROM claimed JOIN cancellation ON cancellation.id = cancellation_id JOIN account ON account.id = cancellation.account_id
       JOIN sale ON sale.event_id = claimed.event_id AND sale.id = claimed.sale_id`,
    [limit, leaseSeconds],
  );
}

/** Records that a sale has its refund, or needs none. */
export async function finishJobSale(
  db: Db,
  { cancellationId, eventId, saleId }: Pick<JobSale, "cancellationId" | "eventId" | "saleId">,
  refundId: string | undefined,
): Promise<void> {
  await db.prepared(
    "finish_job_sale",
    `UPDATE cancellation_sale SET state = 'DONE', refund_id = coalesce(refund_id, $4)
      WHERE cancellation_id = $1 AND event_id = $2 AND sale_id = $3`,
    [cancellationId, eventId, saleId, refundId ?? null],
  );
}

/** Takes the sales off the jobs of reinstated dates and events whose refund has not begun. */
export async function dropReinstatedSales(tx: Db): Promise<void> {
  await tx.prepared(
    "drop_reinstated_sales",
    `DELETE FROM cancellation_sale USING cancellation
      WHERE cancellation.id = cancellation_id AND reinstated_at IS NOT NULL AND finished_at IS NULL
        AND state = 'OPEN' AND next_try_at <= now()`,
    [],
  );
}

/** Ends the jobs without an open sale, without a refund under way, and, unless reinstated, without a payment that may add a sale or just has. */
export async function finishJobs(tx: Db): Promise<void> {
  await tx.prepared(
    "finish_jobs",
    `UPDATE cancellation SET finished_at = now()
      WHERE refund = 'ALL' AND finished_at IS NULL
        AND NOT EXISTS (SELECT FROM cancellation_sale sale LEFT JOIN refund ON refund.id = refund_id
                         WHERE cancellation_id = cancellation.id AND (sale.state = 'OPEN' OR refund.state = 'STARTED'))
        AND (reinstated_at IS NOT NULL OR (
              NOT EXISTS (SELECT FROM sale WHERE sale.event_id = cancellation.event_id AND status = 'PROCESSING')
          AND NOT EXISTS (SELECT FROM sale WHERE sale.event_id = cancellation.event_id AND status = 'CONFIRMED' AND EXISTS (${TICKETS_OF})
                             AND NOT EXISTS (SELECT FROM cancellation_sale listed WHERE cancellation_id = cancellation.id
                                                AND listed.event_id = sale.event_id AND listed.sale_id = sale.id))))`,
    [],
  );
}

/** Returns whether a job is under way. */
export async function hasOpenJob(db: Db): Promise<boolean> {
  const rows = await db.prepared(
    "has_open_job",
    `SELECT FROM cancellation WHERE refund = 'ALL' AND finished_at IS NULL LIMIT 1`,
    [],
  );
  return rows.length > 0;
}

type Row = Omit<RefundJob, "amount" | "eventDate" | "finishedAt" | "eventDateId"> & {
  readonly eventDateId: number | null;
  readonly amountMinor: number;
  readonly currency: string;
  readonly finishedAt: Date | null;
};

/** The number of refused sales that the progress names. */
const REFUSED_MAX = 100;

export async function findRefundJob(db: Db, accountId: number, id: number): Promise<RefundJob | undefined> {
  const [row] = await db.query<Row>(
    `SELECT cancellation.id, event_id AS "eventId", event_date_id AS "eventDateId", event.name AS "eventName", event.currency,
            cancellation.created_at AS "createdAt", finished_at AS "finishedAt", progress.*
       FROM cancellation JOIN event ON event.id = event_id
      CROSS JOIN LATERAL (
              SELECT count(*) AS total,
                     count(*) FILTER (WHERE job.state = 'DONE' AND coalesce(refund.state, 'REFUNDED') IN ('REFUNDED', 'RETURNED')) AS refunded,
                     count(*) FILTER (WHERE refund.state = 'REFUSED') AS refused,
                     count(*) FILTER (WHERE job.state = 'OPEN' OR refund.state = 'STARTED') AS open,
                     coalesce(sum(refund.amount_minor) FILTER (WHERE refund.state IN ('REFUNDED', 'RETURNED')), 0)::bigint AS "amountMinor",
                     coalesce((array_agg(sale.key ORDER BY sale.id) FILTER (WHERE refund.state = 'REFUSED'))[1:${REFUSED_MAX}], '{}')
                       AS "refusedSales"
                FROM cancellation_sale job JOIN sale ON sale.event_id = job.event_id AND sale.id = job.sale_id
                LEFT JOIN refund ON refund.id = refund_id
               WHERE cancellation_id = cancellation.id) AS progress
      WHERE cancellation.id = $2 AND cancellation.account_id = $1 AND refund = 'ALL'`,
    [accountId, id],
  );
  if (row === undefined) return undefined;
  const { amountMinor, currency, finishedAt, eventDateId, ...job } = row;
  return {
    ...job,
    amount: { minor: amountMinor, currency },
    finishedAt: finishedAt ?? undefined,
    eventDateId: eventDateId ?? undefined,
  };
}
