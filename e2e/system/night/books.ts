import { execFileSync } from "node:child_process";
import pg from "pg";
import type { LedgerEntry } from "#e2e/system/production/system.ts";

/** What is on the disk, in bytes: the tables, what the log of the database has written, and the storefronts' folder. */
export async function bytesKept(databaseUrl: string, folder: string) {
  const db = new pg.Client({ connectionString: databaseUrl });
  await db.connect();
  try {
    const { rows } = await db.query(
      "SELECT pg_database_size(current_database())::float8 AS database, pg_current_wal_lsn() - '0/0'::pg_lsn AS log",
    );
    const files = Number(
      execFileSync("du", ["--summarize", "--block-size=1", folder], { encoding: "utf8" }).split("\t")[0],
    );
    return { database: Number(rows[0].database), log: Number(rows[0].log), folder: files };
  } finally {
    await db.end();
  }
}

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
