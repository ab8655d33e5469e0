import { readFileSync } from "node:fs";
import pg from "pg";
import type { LedgerEntry } from "#e2e/system/production/system.ts";
import { fromRoot } from "#scripts/lib/files.ts";

/**
 * Returns what is wrong after the night, a line each: places sold twice, sales whose tickets and payments do not agree, and charges that do
 * not agree with the sales or with what buyers were shown. Called once nothing is under way.
 */
export async function reconcile(
  databaseUrl: string,
  {
    ledger,
    shownPaid,
    mailed,
  }: { readonly ledger: readonly LedgerEntry[]; readonly shownPaid: number; readonly mailed: number },
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
    const wrong = await db.query(readFileSync(fromRoot("deploy", "backup", "agree.sql"), "utf8"));
    faults.push(...wrong.rows.map((row) => Object.values(row).join()));
    check("payments whose end is not known", await count("payment_attempt WHERE settled_at IS NULL"), 0);
    const attempts = new Set(ledger.map(({ attempt }) => attempt));
    const known = await db.query("SELECT id FROM payment_attempt WHERE state = 'PAID'");
    // The season has sales of its own, which no processor knows.
    const paid = known.rows.filter(({ id }) => attempts.has(id)).length;
    check("captured charges", captured.length, paid);
    check("attempts with more than one capture", captured.length - new Set(captured).size, 0);
    check("purchases that buyers were shown as paid", shownPaid, paid);
    check("mails with tickets", mailed, paid);
    return faults;
  } finally {
    await db.end();
  }
}
