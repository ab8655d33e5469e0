import type { Transaction } from "#src/payments/domain/receipt.ts";
import type { Db } from "#src/platform/store/db.ts";

type Row = { method: string; minor: number; currency: string; state: string; started_at: Date };

/** Returns every try to pay for this sale, a row for each method. The amounts are the attempt's: one payment may be for several sales. */
export async function listTransactions(db: Db, eventId: number, saleId: number): Promise<readonly Transaction[]> {
  const rows = await db.query<Row>(
    `SELECT part.method, part.minor, currency, state, started_at
       FROM payment_attempt_sale paid JOIN payment_attempt attempt ON attempt.id = paid.attempt_id
      CROSS JOIN unnest(methods, method_minors) WITH ORDINALITY AS part (method, minor, place)
      WHERE event_id = $1 AND sale_id = $2 ORDER BY started_at, place`,
    [eventId, saleId],
  );
  return rows.map(({ method, minor, currency, state, started_at }) => ({
    method,
    amount: { minor, currency },
    state: state === "PAID" || state === "DECLINED" || state === "VOIDED" ? state : "PROCESSING",
    createdAt: started_at,
  }));
}
