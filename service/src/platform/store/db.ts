import pg from "pg";

export type Row = Record<string, unknown>;

/** One query, or one transaction, which is another `Db`. Store functions never know which they were given. */
export type Db = {
  query<R extends Row>(text: string, values?: readonly unknown[]): Promise<readonly R[]>;
  /** A statement that PostgreSQL plans once per connection, under its name. For the hot ones. */
  prepared<R extends Row>(name: string, text: string, values: readonly unknown[]): Promise<readonly R[]>;
  transaction<T>(work: (db: Db) => Promise<T>): Promise<T>;
};

export type Pool = Db & { readonly close: () => Promise<void> };

/** How long the database may take, each time with "busy" for an answer after it. */
export type Patience = { readonly statementMs: number; readonly lockMs: number; readonly connectMs: number };

/** Long enough for the slowest report, short enough that a stuck statement does not hold a sale's locks. */
const PATIENCE: Patience = { statementMs: 10_000, lockMs: 3_000, connectMs: 5_000 };
const CONNECTIONS_MAX = 16;

// bigint arrives as text by default. Ids and minor units stay far below 2^53, and a value that does not is a bug to hear of.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit an exact number.`);
  return value;
});

/** Connects to any PostgreSQL 15 or newer. READ COMMITTED is asked for by name: stock is decided by locked rows. */
export function openPool(url: string, connectionsMax = CONNECTIONS_MAX, patience = PATIENCE): Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: connectionsMax,
    connectionTimeoutMillis: patience.connectMs,
    keepAlive: true,
    statement_timeout: patience.statementMs,
    lock_timeout: patience.lockMs,
    options: "-c default_transaction_isolation=read\\ committed",
  });
  // An idle client tells of a stopped server here; the next query tells its caller.
  pool.on("error", () => {});
  return { ...connected(pool), transaction: (work) => inTransaction(pool, work), close: () => pool.end() };
}

function connected(client: pg.Pool | pg.PoolClient): Omit<Db, "transaction"> {
  return {
    query: async <R extends Row>(text: string, values: readonly unknown[] = []) =>
      (await client.query<R>(text, [...values])).rows,
    prepared: async <R extends Row>(name: string, text: string, values: readonly unknown[]) =>
      (await client.query<R>({ name, text, values: [...values] })).rows,
  };
}

async function inTransaction<T>(pool: pg.Pool, work: (db: Db) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken = false;
  // The pool listens to idle clients only. One that is lent out tells of a lost connection here, and its next statement
  // fails; without a listener the whole process would.
  const lost = () => {
    broken = true;
  };
  client.on("error", lost);
  try {
    await client.query("BEGIN");
    // A transaction inside a transaction joins it: whoever opened the first decides about both.
    const tx: Db = { ...connected(client), transaction: (inner) => inner(tx) };
    const result = await work(tx);
    await client.query("COMMIT");
    return result;
  } catch (error) {
    await client.query("ROLLBACK").catch(() => {
      broken = true;
    });
    throw error;
  } finally {
    client.release(broken);
    client.off("error", lost);
  }
}
