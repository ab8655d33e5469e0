import type { Db } from "#src/platform/store/db.ts";

/** A sale that a job is to refund now. */
export type JobSale = {
  readonly cancellationId: number;
  readonly eventId: number;
  readonly saleId: number;
  readonly saleKey: string;
  readonly cartKey: string;
  readonly eventDateId: number | null;
  /** For a cancelled event, its dates that were over by then. */
  readonly pastDateIds: readonly number[];
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
            sale.cart_key AS "cartKey", cancellation.event_date_id AS "eventDateId",
            (SELECT coalesce(json_agg(date.id), '[]') FROM event_date date
              WHERE cancellation.event_date_id IS NULL AND date.event_id = claimed.event_id
                AND date.ends_at <= cancellation.created_at) AS "pastDateIds",
            cancellation.account_id AS "accountId",
            cancellation.user_id AS "userId", account.currency, account.name AS "accountName"
       FROM claimed JOIN cancellation ON cancellation.id = cancellation_id JOIN account ON account.id = cancellation.account_id
       JOIN sale ON sale.event_id = claimed.event_id AND sale.id = claimed.sale_id`,
    [limit, leaseSeconds],
  );
}

type JobSaleId = Pick<JobSale, "cancellationId" | "eventId" | "saleId">;

/** Records that a sale has its refund, or needs none. */
export async function finishJobSale(
  db: Db,
  { cancellationId, eventId, saleId }: JobSaleId,
  refundId: string | undefined,
): Promise<void> {
  await db.prepared(
    "finish_job_sale",
    `UPDATE cancellation_sale SET state = 'DONE', refund_id = coalesce(refund_id, $4)
      WHERE cancellation_id = $1 AND event_id = $2 AND sale_id = $3`,
    [cancellationId, eventId, saleId, refundId ?? null],
  );
}

/** The longest pause between two checks of a sale, or of a job. */
const PAUSE_MAX_SECONDS = 15;

/** Postpones the next try of a sale by a pause that doubles. */
export async function postponeJobSale(db: Db, { cancellationId, eventId, saleId }: JobSaleId): Promise<void> {
  await db.prepared(
    "postpone_job_sale",
    `UPDATE cancellation_sale SET next_try_at = now() + make_interval(secs => least(power(2, least(tries - 1, 10)), $4))
      WHERE cancellation_id = $1 AND event_id = $2 AND sale_id = $3 AND state = 'OPEN'`,
    [cancellationId, eventId, saleId, PAUSE_MAX_SECONDS],
  );
}

/** Returns whether there is a sale to refund, and whether a job that is under way is due for a check. Nearly always there is neither. */
export async function findJobWork(db: Db): Promise<{ readonly hasDueSale: boolean; readonly hasDueJob: boolean }> {
  const [row] = await db.prepared<{ hasDueSale: boolean; hasDueJob: boolean }>(
    "find_job_work",
    `SELECT EXISTS (SELECT FROM cancellation_sale WHERE state = 'OPEN' AND next_try_at <= now()) AS "hasDueSale",
            EXISTS (SELECT FROM cancellation WHERE refund = 'ALL' AND finished_at IS NULL AND next_look_at <= now()) AS "hasDueJob"`,
    [],
  );
  return { hasDueSale: row?.hasDueSale === true, hasDueJob: row?.hasDueJob === true };
}

/** Returns how many jobs are under way, and how many of their sales are still to be refunded. */
export async function countOpenJobs(db: Db): Promise<{ readonly running: number; readonly remaining: number }> {
  const [row] = await db.query<{ running: number; remaining: number }>(
    `SELECT count(*) AS running,
            coalesce(sum((SELECT count(*) FROM cancellation_sale WHERE cancellation_id = cancellation.id AND state = 'OPEN')), 0)::bigint
              AS remaining
       FROM cancellation WHERE refund = 'ALL' AND finished_at IS NULL`,
  );
  return { running: row?.running ?? 0, remaining: row?.remaining ?? 0 };
}

/** Deletes the sales whose refund has not begun from the jobs of reinstated dates and events. */
export async function dropReinstatedSales(tx: Db): Promise<void> {
  await tx.prepared(
    "drop_reinstated_sales",
    `DELETE FROM cancellation_sale USING cancellation
      WHERE cancellation.id = cancellation_id AND reinstated_at IS NOT NULL AND finished_at IS NULL
        AND state = 'OPEN' AND next_try_at <= now()`,
    [],
  );
}

/**
 * Ends the jobs that are due for a check and have no open sale, no refund of the event under way and, unless reinstated, no
 * payment of the event under way. The others are checked again after a pause that doubles.
 */
export async function finishJobs(tx: Db): Promise<void> {
  await tx.prepared("finish_jobs", FINISH_JOBS, [PAUSE_MAX_SECONDS]);
}

/** LIMIT keeps each subquery a lookup in its partial index. As NOT EXISTS it may be planned as a join with every sale. */
const FINISH_JOBS = `
WITH due AS (
  SELECT id, event_id, reinstated_at FROM cancellation
   WHERE refund = 'ALL' AND finished_at IS NULL AND next_look_at <= now() ORDER BY next_look_at LIMIT 50 FOR UPDATE SKIP LOCKED
), looked AS (
  SELECT id,
         (SELECT 1 FROM cancellation_sale WHERE cancellation_id = due.id AND state = 'OPEN' LIMIT 1) IS NULL
         AND (SELECT 1 FROM refund WHERE refund.event_id = due.event_id AND state = 'STARTED' LIMIT 1) IS NULL
         AND (reinstated_at IS NOT NULL
              OR (SELECT 1 FROM sale WHERE sale.event_id = due.event_id AND status = 'PROCESSING' LIMIT 1) IS NULL) AS is_done
    FROM due
)
UPDATE cancellation
   SET finished_at = CASE WHEN is_done THEN now() END, looks = looks + 1,
       next_look_at = now() + make_interval(secs => least(power(2, least(looks, 10)), $1))
  FROM looked WHERE cancellation.id = looked.id`;
