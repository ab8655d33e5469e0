import pg from "pg";
import { observe } from "#src/platform/domain/measure.ts";
import { type RequestContext, requestContext } from "#src/platform/domain/request-context.ts";
import { captureSpan, inSpan } from "#src/platform/domain/trace.ts";

export type Row = Record<string, unknown>;

/** Runs queries. A transaction is another `Db`, so store functions work with either. */
export type Db = {
  query<R extends Row>(text: string, values?: readonly unknown[]): Promise<readonly R[]>;
  /** Runs a named statement that PostgreSQL plans once per connection, for frequent statements. */
  prepared<R extends Row>(name: string, text: string, values: readonly unknown[]): Promise<readonly R[]>;
  transaction<T>(work: (db: Db) => Promise<T>): Promise<T>;
};

export type Pool = Db & {
  readonly close: () => Promise<void>;
  readonly connections: () => { readonly total: number; readonly idle: number; readonly waiting: number };
};

/** The timeouts of the database. After each of the first three the call answers 503. */
export type DbTimeouts = {
  readonly statementMs: number;
  readonly lockMs: number;
  readonly connectMs: number;
  /**
   * How long an unused connection is kept. It has the plans of prepared statements: a new one plans each several times, which takes
   * longer than the statement.
   */
  readonly idleMs: number;
};

/** Long enough for the slowest report, short enough that a stuck statement does not block a sale for long. */
export const TIMEOUTS: DbTimeouts = { statementMs: 10_000, lockMs: 3_000, connectMs: 5_000, idleMs: 5 * 60_000 };
const CONNECTIONS_MAX = 16;
const MS_PER_SECOND = 1_000;

// bigint arrives as text by default. Ids and minor units stay far below 2^53; a larger value is a bug, so it throws.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit an exact number.`);
  return value;
});

/** Opens a pool to PostgreSQL 15 or newer. It sets READ COMMITTED explicitly, since decisions about stock rely on locked rows. */
export function openPool(url: string, connectionsMax = CONNECTIONS_MAX, timeouts = TIMEOUTS): Pool {
  const pool = new MeasuredPool({
    ...sessionSettings(url, timeouts),
    max: connectionsMax,
    idleTimeoutMillis: timeouts.idleMs,
  });
  // A lost connection emits an error, which ends the process when nobody listens. The running statement, or the next one, reports
  // the loss to its caller. The pool listens to a client only while it is idle, so each client gets a permanent listener too.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return {
    ...connected(pool),
    transaction: (work) => traced(() => inTransaction(pool, work)),
    close: () => pool.end(),
    connections: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
  };
}

/** Returns what each connection is opened with. */
export function sessionSettings(url: string, timeouts: Omit<DbTimeouts, "idleMs">): pg.PoolConfig {
  return {
    connectionString: url,
    connectionTimeoutMillis: timeouts.connectMs,
    keepAlive: true,
    application_name: APPLICATION_NAME,
    statement_timeout: timeouts.statementMs,
    lock_timeout: timeouts.lockMs,
    // JIT compilation takes longer than any statement of a sale.
    options: "-c default_transaction_isolation=read\\ committed -c jit=off",
  };
}

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

/** Measures how long each statement and each transaction waits for a connection. `Pool.query` also calls this `connect`. */
class MeasuredPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    const begun = performance.now();
    const note = () => observe("foyer_service_database_wait_seconds", {}, (performance.now() - begun) / MS_PER_SECOND);
    if (callback === undefined) return super.connect().finally(note);
    super.connect((...connected) => {
      note();
      callback(...connected);
    });
    return undefined;
  }
}

function connected(client: pg.Pool | pg.PoolClient): Omit<Db, "transaction"> {
  return {
    query: async <R extends Row>(text: string, values: readonly unknown[] = []) =>
      (await client.query<R>(withOrigin(text), [...values])).rows,
    prepared: async <R extends Row>(name: string, text: string, values: readonly unknown[]) =>
      (await client.query<R>({ name, text, values: [...values] })).rows,
  };
}

/** Runs a transaction in a span when it is part of a trace. Background jobs poll, so their transactions get no span. */
function traced<T>(work: () => Promise<T>): Promise<T> {
  return captureSpan() === undefined ? work() : inSpan("transaction", {}, work);
}

async function inTransaction<T>(pool: pg.Pool, work: (db: Db) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken = false;
  try {
    await client.query(beginStatement());
    // A nested transaction joins the outer one, which commits or rolls back both.
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
  }
}

/** Returns the database's time, by which every process decides. Within a transaction it is the time of its start. */
export async function readClock(db: Db): Promise<Date> {
  const [row] = await db.prepared<{ now: Date }>("read_clock", `SELECT now()`, []);
  if (row === undefined) throw new Error("The database returned no time.");
  return row.now;
}

/** The name of every connection in pg_stat_activity. */
const APPLICATION_NAME = "foyer";

/**
 * Returns the statement that begins a transaction. It names the request in the connection's application_name, which
 * pg_stat_activity shows during each statement of the transaction, prepared ones included, and `log_line_prefix` may log. The
 * name ends with the transaction and needs no round trip of its own.
 */
function beginStatement(): string {
  const context = requestContext();
  return context === undefined
    ? "BEGIN"
    : `BEGIN; SET LOCAL application_name = '${APPLICATION_NAME} ${originOf(context)}'`;
}

/**
 * Names the request in a comment at the start of a statement that is not prepared: pg_stat_activity cuts off the end of a long
 * one. The text of a prepared statement must stay the same, so outside of a transaction it names no request.
 */
function withOrigin(text: string): string {
  const context = requestContext();
  return context === undefined ? text : `/* request ${originOf(context)} */ ${text}`;
}

/** Returns a request's id, and for a batch the number of the others, without characters that could end a comment or a string. */
function originOf({ request, others = 0 }: RequestContext): string {
  return `${request.replaceAll(/[^0-9a-zA-Z-]/g, "")}${others > 0 ? ` and ${others} more` : ""}`;
}
