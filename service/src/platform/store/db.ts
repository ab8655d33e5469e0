import pg from "pg";
import { observe } from "#src/platform/domain/measure.ts";
import { type RequestContext, requestContext } from "#src/platform/domain/request-context.ts";
import { captureSpan, inSpan } from "#src/platform/domain/trace.ts";
import { type Connection, type Connections, type DbTimeouts, openConnections } from "./connections.ts";
import { isLost, isReadOnly, wasNotSent } from "./faults.ts";

export type Row = Record<string, unknown>;

/** Runs queries. A transaction is another `Db`, so store functions work with either. */
export type Db = {
  query<R extends Row>(text: string, values?: readonly unknown[]): Promise<readonly R[]>;
  /** Runs a named statement that PostgreSQL plans once per connection, for frequent statements. */
  prepared<R extends Row>(name: string, text: string, values: readonly unknown[]): Promise<readonly R[]>;
  transaction<T>(work: (db: Db) => Promise<T>): Promise<T>;
};

export type Pool = Db & {
  /**
   * Runs work on one connection, which closes afterwards with all that was set or locked for it. Nothing is tried again: on a lost
   * connection the work does not know what it still has.
   */
  readonly session: <T>(work: (db: Db) => Promise<T>) => Promise<T>;
  /** Runs statements of a library as they are, and returns what the driver returns. */
  readonly executeSql: (text: string, values?: unknown[]) => Promise<pg.QueryResult>;
  readonly close: () => Promise<void>;
  readonly connections: () => { readonly total: number; readonly idle: number; readonly waiting: number };
};

/** Long enough for the slowest report, short enough that a stuck statement does not block a sale for long. */
const TIMEOUTS: DbTimeouts = { statementMs: 10_000, lockMs: 3_000, connectMs: 5_000, idleMs: 5 * 60_000 };
export const CONNECTIONS_MAX = 16;
export const QUEUE_CONNECTIONS_MAX = 6;
const MS_PER_SECOND = 1_000;

// bigint arrives as text by default. Ids and minor units stay far below 2^53; a larger value is a bug, so it throws.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit an exact number.`);
  return value;
});

/**
 * Opens a pool to PostgreSQL 15 or newer. What a server refused as a standby, and what it certainly did not commit before the
 * connection was lost, is done once more on a new connection.
 */
export function openPool(url: string, connectionsMax = CONNECTIONS_MAX, timeouts = TIMEOUTS): Pool {
  const connections = openConnections(url, { timeouts, max: connectionsMax, name: APPLICATION_NAME });
  return poolOf({ ...connections, acquire: () => measuringWait(connections.acquire) });
}

/** Measures how long each statement and each transaction waits for a connection. */
async function measuringWait(acquire: Connections["acquire"]): Promise<Connection> {
  const begun = performance.now();
  return acquire().finally(() =>
    observe("foyer_service_database_wait_seconds", {}, (performance.now() - begun) / MS_PER_SECOND),
  );
}

/** Opens the connections of mail, which are its own, so that mail never waits for sales, nor sales for mail. */
export function openQueuePool(url: string): Pool {
  const timeouts = { ...TIMEOUTS, statementMs: 0, lockMs: 0 };
  return poolOf(openConnections(url, { timeouts, max: QUEUE_CONNECTIONS_MAX, name: `${APPLICATION_NAME} messages` }));
}

function poolOf(connections: Connections): Pool {
  return {
    ...autocommit(connections),
    transaction: (work) => traced(() => retryOnce(async () => inTransaction(await connections.acquire(), work))),
    session: (work) => inSession(connections, work),
    close: connections.close,
    connections: connections.count,
  };
}

type Statements = Omit<Db, "transaction">;

/** Runs each statement on any connection, as a transaction of its own. */
function autocommit(connections: Connections): Statements & Pick<Pool, "executeSql"> {
  async function run<T>(text: string, statement: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const { client, release, destroy, evict } = await connections.acquire();
    try {
      const result = await statement(client);
      release();
      return result;
    } catch (error) {
      const [isRefused, hasEnded] = [isReadOnly(error) || wasNotSent(error), isLost(error)];
      if (isRefused || hasEnded) evict();
      else destroy();
      throw isRefused || (hasEnded && READS.test(text)) ? new NothingWritten(error) : error;
    }
  }
  return {
    query: (text, values) => retryOnce(() => run(text, (client) => connected(client).query(text, values))),
    prepared: (name, text, values) =>
      retryOnce(() => run(text, (client) => connected(client).prepared(name, text, values))),
    executeSql: (text, values) => retryOnce(() => run(text, (client) => client.query(text, values))),
  };
}

/** What may be repeated although its answer was lost. A statement that also writes begins with another word. */
const READS = /^\s*SELECT\b/i;

/** Nothing of the work was written, as the cause says, so that it may be done again. */
class NothingWritten extends Error {
  constructor(cause: unknown) {
    super("Nothing was written.", { cause });
  }
}

async function retryOnce<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof NothingWritten)) throw error;
  }
  return work().catch((error: unknown) => {
    throw error instanceof NothingWritten ? error.cause : error;
  });
}

async function inSession<T>(connections: Connections, work: (db: Db) => Promise<T>): Promise<T> {
  const { client, destroy } = await connections.acquire();
  const kept = { client, release: () => {}, destroy: () => {}, evict: () => {} };
  const transaction: Db["transaction"] = (inner) =>
    inTransaction(kept, inner).catch((error: unknown) => {
      throw error instanceof NothingWritten ? error.cause : error;
    });
  try {
    return await work({ ...connected(client), transaction });
  } finally {
    destroy();
  }
}

function connected(client: pg.PoolClient): Statements {
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

/** Throws `NothingWritten` when the connection was lost before the commit was sent. */
async function inTransaction<T>({ client, release, evict }: Connection, work: (db: Db) => Promise<T>): Promise<T> {
  let mayBeCommitted = false;
  try {
    await client.query(beginStatement());
    // A nested transaction joins the outer one, which commits or rolls back both.
    const tx: Db = { ...connected(client), transaction: (inner) => inner(tx) };
    const result = await work(tx);
    mayBeCommitted = true;
    await client.query("COMMIT");
    release();
    return result;
  } catch (error) {
    const hasEnded = await client.query("ROLLBACK").then(
      () => false,
      () => true,
    );
    const isUseless = hasEnded || isReadOnly(error);
    if (isUseless) evict();
    else release();
    throw isUseless && (!mayBeCommitted || wasNotSent(error)) ? new NothingWritten(error) : error;
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
