import { type Db, openPool } from "./db.ts";

/**
 * Indexes of large tables, which a migration would lock while it builds them: all sales would wait. The worker builds them beside
 * the sales, and what reads by them is slower until then. A change of `folded` or `buyer_words` needs an index of another name.
 */
const INDEXES: Readonly<Record<string, string>> = {
  sale_by_buyer_words: `ON sale USING gin (buyer_words(buyer)) WITH (fastupdate = off) WHERE buyer ->> 'LAST_NAME' IS NOT NULL`,
  sale_by_address: `ON sale (lower(buyer ->> 'EMAIL')) WHERE buyer ->> 'EMAIL' IS NOT NULL`,
};

/** The id of the advisory lock under which one process builds. The number is arbitrary. */
const LOCK = 4_207_146_004;
/** A build takes as long as it takes. */
const NO_LIMITS = { statementMs: 0, lockMs: 0, connectMs: 5_000, idleMs: 60_000 };

/** Builds those that are missing. A process that is `stopping` breaks off, and the next one begins anew. */
export async function buildLateIndexes(db: Db, databaseUrl: string, stopping: AbortSignal): Promise<void> {
  if ((await findMissing(db)).length === 0) return;
  const session = openPool(databaseUrl, 1, NO_LIMITS);
  try {
    const [backend] = await session.query<{ pid: number; isAlone: boolean }>(
      `SELECT pg_backend_pid() AS pid, pg_try_advisory_lock($1) AS "isAlone"`,
      [LOCK],
    );
    if (backend === undefined || !backend.isAlone) return;
    const cancel = () => void db.query("SELECT pg_cancel_backend($1)", [backend.pid]).catch(() => {});
    stopping.addEventListener("abort", cancel, { once: true });
    try {
      for (const name of await findMissing(session)) {
        if (stopping.aborted) return;
        // One that broke off is there, and not used.
        await session.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
        await session.query(`CREATE INDEX CONCURRENTLY ${name} ${INDEXES[name]}`);
      }
      await session.query("ANALYZE sale");
    } catch (error) {
      if (!stopping.aborted) throw error;
    } finally {
      stopping.removeEventListener("abort", cancel);
    }
  } finally {
    await session.close();
  }
}

async function findMissing(db: Db): Promise<readonly string[]> {
  const rows = await db.query<{ name: string }>(
    `SELECT name FROM unnest($1::text[]) AS name
      WHERE NOT EXISTS (SELECT FROM pg_index WHERE indexrelid = to_regclass(name) AND indisvalid)`,
    [Object.keys(INDEXES)],
  );
  return rows.map(({ name }) => name);
}
