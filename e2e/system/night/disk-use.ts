import { execFileSync } from "node:child_process";
import pg from "pg";

/** Returns what is on the disk, in bytes: the tables, what the log of the database has written, and the storefronts' folder. */
export async function diskUse(databaseUrl: string, folder: string) {
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
