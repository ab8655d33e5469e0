import pg from "pg";
import type { LedgerEntry } from "#e2e/system/production/system.ts";

/**
 * Returns what is wrong after the night, a line each: places sold twice, sales without tickets, and charges that do not agree with the
 * sales or with what buyers were told. Called once nothing is under way.
 */
export async function faultsOfBooks(
  databaseUrl: string,
  { ledger, told }: { readonly ledger: readonly LedgerEntry[]; readonly told: number },
): Promise<readonly string[]> {
  const db = new pg.Client({ connectionString: databaseUrl });
  await db.connect();
  try {
    const count = async (text: string) => Number((await db.query(`SELECT count(*) AS n FROM ${text}`)).rows[0].n);
    const faults: string[] = [];
    const check = (what: string, found: number, wanted: number) => {
      if (found !== wanted) faults.push(`${what}: ${found} instead of ${wanted}`);
    };
    const captured = ledger.filter(({ kind }) => kind === "capture").map(({ attempt }) => attempt);
    check("stock rows over their capacity", await count("stock WHERE taken > capacity"), 0);
    check(
      "confirmed sales without a ticket",
      await count(`sale WHERE status = 'CONFIRMED' AND NOT EXISTS (
        SELECT FROM admission WHERE (admission.event_id, admission.sale_id) = (sale.event_id, sale.id))`),
      0,
    );
    check("payments whose end is not known", await count("payment_attempt WHERE settled_at IS NULL"), 0);
    const attempts = new Set(ledger.map(({ attempt }) => attempt));
    const known = await db.query("SELECT id FROM payment_attempt WHERE state = 'PAID'");
    // The season has sales of its own, which no processor knows.
    const paid = known.rows.filter(({ id }) => attempts.has(id)).length;
    check("captured charges", captured.length, paid);
    check("attempts with more than one capture", captured.length - new Set(captured).size, 0);
    check("purchases that buyers were shown as paid", told, paid);
    return faults;
  } finally {
    await db.end();
  }
}
