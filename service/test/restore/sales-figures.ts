import type { Db } from "#src/platform/store/db.ts";

/** The sums that a restored database must have. Amounts are in minor units. */
export type SalesFigures = {
  readonly sales: number;
  readonly soldMinor: number;
  readonly payments: number;
  readonly paidMinor: number;
  readonly admissions: number;
  readonly admissionsMinor: number;
  readonly messages: number;
  readonly open: number;
};

/** Returns the sums of sales, payments and tickets. */
export async function salesFigures(db: Db): Promise<SalesFigures> {
  const [row] = await db.query<SalesFigures>(
    `SELECT (SELECT count(*)::int FROM sale WHERE status = 'CONFIRMED') AS sales,
            (SELECT coalesce(sum(total_minor), 0)::int FROM sale WHERE status = 'CONFIRMED') AS "soldMinor",
            (SELECT count(*)::int FROM payment_attempt WHERE state = 'PAID') AS payments,
            (SELECT coalesce(sum(amount_minor), 0)::int FROM payment_attempt WHERE state = 'PAID') AS "paidMinor",
            (SELECT count(*)::int FROM admission) AS admissions,
            (SELECT coalesce(sum(price_minor + fee_minor), 0)::int FROM admission) AS "admissionsMinor",
            (SELECT count(*)::int FROM message) AS messages,
            (SELECT count(*)::int FROM payment_attempt WHERE settled_at IS NULL) AS open`,
  );
  if (row === undefined) throw new Error("The database has no figures.");
  return row;
}

/** Returns the faults of a restored database: what was sold, paid and ticketed must agree. */
export async function disagreements(db: Db): Promise<readonly string[]> {
  const { soldMinor, paidMinor, admissionsMinor } = await salesFigures(db);
  const places = await db.query(
    `SELECT sale.event_id, sale.id FROM sale
      WHERE status = 'CONFIRMED'
        AND (SELECT coalesce(sum(quantity), 0) FROM sale_line WHERE (sale_line.event_id, sale_line.sale_id) = (sale.event_id, sale.id))
         <> (SELECT count(*) FROM admission WHERE (admission.event_id, admission.sale_id) = (sale.event_id, sale.id))`,
  );
  return [
    ...(soldMinor === paidMinor ? [] : [`sold ${soldMinor}, paid ${paidMinor}`]),
    ...(soldMinor === admissionsMinor ? [] : [`sold ${soldMinor}, tickets for ${admissionsMinor}`]),
    ...places.map((sale) => `tickets are missing: ${JSON.stringify(sale)}`),
  ];
}
