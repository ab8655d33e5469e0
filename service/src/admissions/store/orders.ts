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

/** Returns the paid sales of this sale's cart when none of their tickets misses an answer about its guest. */
export async function findCompleteOrder(
  tx: Db,
  saleKey: string,
): Promise<{ readonly cartKey: string; readonly saleKeys: readonly string[] } | undefined> {
  const [row] = await tx.query<{ cart_key: string; keys: readonly string[] }>(
    `SELECT sale.cart_key, array_agg(sale.key ORDER BY sale.event_id, sale.id) AS keys
       FROM sale
      WHERE sale.cart_key = (SELECT cart_key FROM sale WHERE key = $1) AND sale.status = 'CONFIRMED'
      GROUP BY sale.cart_key
     HAVING NOT bool_or(EXISTS (
              SELECT FROM admission WHERE admission.event_id = sale.event_id AND admission.sale_id = sale.id
                 AND admission.status = 'PENDING_GUEST_DETAILS'))`,
    [saleKey],
  );
  return row && { cartKey: row.cart_key, saleKeys: row.keys };
}
