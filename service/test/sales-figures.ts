import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Db } from "#src/platform/store/db.ts";

/** The shipped check of a restored database. */
const AGREE = readFileSync(join(import.meta.dirname, "../../deploy/backup/agree.sql"), "utf8");

/** The sums that a restored database must have. Amounts are in minor units. */
type SalesFigures = {
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
  const rows = await db.query<{ fault: string }>(AGREE);
  return [
    ...(soldMinor === paidMinor ? [] : [`sold ${soldMinor}, paid ${paidMinor}`]),
    ...(soldMinor === admissionsMinor ? [] : [`sold ${soldMinor}, tickets for ${admissionsMinor}`]),
    ...rows.map((row) => Object.values(row).join()),
  ];
}
