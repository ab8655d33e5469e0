import type { Db } from "#src/platform/store/db.ts";

/**
 * Lets transactions that change guests of one order follow one another. Of two that give the last two answers, the second
 * then sees the first. An advisory lock, since rows of sales are locked before admissions elsewhere.
 */
export async function lockGuestsOfOrder(tx: Db, admissionId: number): Promise<void> {
  await tx.query(
    `SELECT pg_advisory_xact_lock(hashtextextended('guests ' || cart_key, 0))
       FROM admission JOIN sale ON sale.event_id = admission.event_id AND sale.id = admission.sale_id
      WHERE admission.id = $1`,
    [admissionId],
  );
}

/** Returns the sales that were paid with this one when none of their tickets misses an answer about its guest. */
export async function findCompleteOrder(
  tx: Db,
  saleKey: string,
): Promise<{ readonly attemptId: string; readonly saleKeys: readonly string[] } | undefined> {
  const [row] = await tx.query<{ attempt_id: string; keys: readonly string[] }>(
    `SELECT attempt_id, array_agg(sale.key ORDER BY sale.event_id, sale.id) AS keys
       FROM payment_attempt_sale JOIN sale ON sale.event_id = payment_attempt_sale.event_id AND sale.id = sale_id
      WHERE attempt_id = (SELECT attempt.id FROM payment_attempt_sale paid JOIN payment_attempt attempt ON attempt.id = attempt_id
                            JOIN sale ON sale.event_id = paid.event_id AND sale.id = paid.sale_id
                           WHERE sale.key = $1 AND attempt.state = 'PAID')
      GROUP BY attempt_id
     HAVING NOT bool_or(EXISTS (
              SELECT FROM admission WHERE admission.event_id = sale.event_id AND admission.sale_id = sale.id
                 AND admission.status = 'PENDING_GUEST_DETAILS'))`,
    [saleKey],
  );
  return row && { attemptId: row.attempt_id, saleKeys: row.keys };
}
