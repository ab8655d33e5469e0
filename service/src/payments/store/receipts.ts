import type { Transaction } from "#src/payments/domain/payment.ts";
import type { Db } from "#src/platform/store/db.ts";
import { moneyOf } from "#src/platform/store/rows.ts";

/** What every receipt has beside its sale, and whether there is anything that not every receipt has. */
type ReceiptParts = {
  /** A row for each method of each payment attempt. The amounts are the attempt's, which may pay for several sales. */
  readonly transactions: readonly Transaction[];
  readonly hasAdmissions: boolean;
  readonly hasRefunds: boolean;
  readonly hasRequests: boolean;
  readonly mayChoose: boolean;
  /** Its cancelled dates whose tickets are being refunded without a request. */
  readonly refundingDateIds: readonly number[];
};

type Row = Omit<ReceiptParts, "transactions"> & {
  readonly transactions: readonly (Omit<Transaction, "createdAt"> & { readonly createdAt: string })[];
};

/** Returns the parts of a sale's receipt. */
export async function findReceiptParts(db: Db, eventId: number, saleId: number): Promise<ReceiptParts> {
  const [row] = await db.prepared<Row>(
    "find_receipt_parts",
    `SELECT (SELECT coalesce(json_agg(json_build_object(
                      'method', part.method, 'amount', ${moneyOf("part.minor")}, 'createdAt', started_at,
                      'state', CASE WHEN state IN ('PAID', 'DECLINED', 'VOIDED') THEN state ELSE 'PROCESSING' END)
                      ORDER BY started_at, place), '[]')
               FROM payment_attempt_sale paid JOIN payment_attempt attempt ON attempt.id = paid.attempt_id
              CROSS JOIN unnest(methods, method_minors) WITH ORDINALITY AS part (method, minor, place)
              WHERE event_id = $1 AND sale_id = $2) AS transactions,
            EXISTS (SELECT FROM admission WHERE event_id = $1 AND sale_id = $2) AS "hasAdmissions",
            EXISTS (SELECT FROM refund WHERE event_id = $1 AND sale_id = $2) AS "hasRefunds",
            EXISTS (SELECT FROM refund_request WHERE event_id = $1 AND sale_id = $2) AS "hasRequests",
            EXISTS (SELECT FROM cancellation WHERE event_id = $1 AND refund = 'CHOICE') AS "mayChoose",
            (SELECT coalesce(json_agg(DISTINCT date.id), '[]')
               FROM cancellation_sale job JOIN cancellation ON cancellation.id = cancellation_id AND reinstated_at IS NULL
               JOIN event_date date ON date.event_id = job.event_id
                AND (cancellation.event_date_id = date.id
                     OR cancellation.event_date_id IS NULL AND date.ends_at > cancellation.created_at)
              WHERE job.event_id = $1 AND job.sale_id = $2 AND job.state = 'OPEN') AS "refundingDateIds"`,
    [eventId, saleId],
  );
  if (row === undefined) throw new Error("A SELECT without FROM returned no row.");
  const transactions = row.transactions.map((one) => ({ ...one, createdAt: new Date(one.createdAt) }));
  return { ...row, transactions };
}
