import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { isReadOnly, ReadOnly } from "./faults.ts";
import { addressesOf } from "./hosts.ts";

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

type ConnectionOptions = {
  readonly timeouts: DbTimeouts;
  readonly max: number;
  /** The name of each connection in pg_stat_activity. */
  readonly name: string;
  readonly lifetimeSeconds?: number;
  /** How long any statement may take before the connection is given up. Without it, a server that vanished is noticed by TCP. */
  readonly silentMs?: number;
};

/** A connection in use, until one of its functions is called once. */
export type Connection = {
  readonly client: pg.PoolClient;
  /** Gives the connection back for others. */
  readonly release: () => void;
  readonly destroy: () => void;
  /** Destroys the connection and all others made before the loss of their server, which has ended or only reads. */
  readonly evict: () => void;
};

export type Connections = {
  readonly acquire: () => Promise<Connection>;
  readonly close: () => Promise<void>;
  readonly count: () => { readonly total: number; readonly idle: number; readonly waiting: number };
};

/** While no host can be written to, they are asked again after this. */
const SEARCH_MS = 100;

/**
 * Opens connections to PostgreSQL, of several hosts to the one that can be written to. When that one is lost, callers wait until
 * another has taken its place, together for at most `connectMs`; from then on they are refused at once until there is one.
 */
export function openConnections(url: string, options: ConnectionOptions): Connections {
  const { connectMs } = options.timeouts;
  const addresses = addressesOf(url);
  const hasOthers = addresses.length > 1;
  let generation = 0;
  const generations = new WeakMap<pg.PoolClient, number>();
  const pools = addresses.map((address) => {
    const pool = openPool(address, options, hasOthers);
    pool.on("connect", (client) => generations.set(client, generation));
    return pool;
  });
  let writable: Promise<pg.Pool> | undefined;
  let lostAt: number | undefined;

  /** All hosts are asked at once: one whose machine is gone would take the time of a connection first. */
  async function findWritable(): Promise<pg.Pool> {
    const [only] = pools;
    if (only !== undefined && !hasOthers) return only;
    const asked = pools.map(async (pool) => {
      (await takeFrom(pool)).release();
      return pool;
    });
    return Promise.any(asked).catch((none: AggregateError) => {
      throw none.errors.find((error) => !isReadOnly(error)) ?? none.errors[0];
    });
  }

  /** Takes a connection that was made since the last loss. */
  async function takeFrom(pool: pg.Pool): Promise<pg.PoolClient> {
    for (;;) {
      const client = await pool.connect();
      if (generations.get(client) === generation) return client;
      client.release(true);
    }
  }

  async function take(): Promise<pg.PoolClient> {
    for (;;) {
      writable ??= findWritable();
      const found = writable;
      try {
        const client = await takeFrom(await found);
        lostAt = undefined;
        return client;
      } catch (error) {
        if (writable === found) writable = undefined;
        if (!hasOthers || isFull(error)) throw error;
        lostAt ??= performance.now();
        if (performance.now() - lostAt >= connectMs) throw error;
        await pause(SEARCH_MS);
      }
    }
  }

  function evict(client: pg.PoolClient): void {
    if (generations.get(client) === generation) {
      generation += 1;
      writable = undefined;
    }
    client.release(true);
  }

  return {
    async acquire() {
      const client = await take();
      return {
        client,
        release: () => client.release(),
        destroy: () => client.release(true),
        evict: () => evict(client),
      };
    },
    close: async () => void (await Promise.all(pools.map((pool) => pool.end()))),
    count: () => ({
      total: sum(pools.map(({ totalCount }) => totalCount)),
      idle: sum(pools.map(({ idleCount }) => idleCount)),
      waiting: sum(pools.map(({ waitingCount }) => waitingCount)),
    }),
  };
}

function openPool(address: string, options: ConnectionOptions, mustWrite: boolean): pg.Pool {
  const { timeouts, max, name, lifetimeSeconds = 0, silentMs } = options;
  const pool = new pg.Pool({
    connectionString: address,
    connectionTimeoutMillis: timeouts.connectMs,
    keepAlive: true,
    application_name: name,
    max,
    idleTimeoutMillis: timeouts.idleMs,
    maxLifetimeSeconds: lifetimeSeconds,
    ...(silentMs !== undefined && { query_timeout: silentMs }),
    onConnect: (client) => openSession(client, timeouts, mustWrite),
  });
  // A lost connection emits an error, which ends the process when nobody listens. The running statement, or the next one, reports
  // the loss to its caller. The pool listens to a client only while it is idle, so each client gets a permanent listener too.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

/**
 * Sets what a connection has until it ends. It is not sent with the start of the connection, where PgBouncer refuses it. READ
 * COMMITTED is set although it is the default, since decisions about stock rely on locked rows. JIT compilation takes longer than any
 * statement of a sale.
 */
async function openSession(client: pg.ClientBase, timeouts: DbTimeouts, mustWrite: boolean): Promise<void> {
  const { statementMs, lockMs, connectMs } = timeouts;
  const text = `SELECT set_config('statement_timeout', '${statementMs}', false), set_config('lock_timeout', '${lockMs}', false),
    set_config('default_transaction_isolation', 'read committed', false), set_config('jit', 'off', false),
    current_setting('transaction_read_only') AS read_only`;
  const bounded = { text, query_timeout: connectMs };
  const { rows } = await client.query<{ read_only: string }>(bounded);
  if (mustWrite && rows[0]?.read_only !== "off") throw new ReadOnly("This host of the database is a standby.");
}

/** Returns whether every connection is in use, which says nothing about the server. */
function isFull(error: unknown): boolean {
  return error instanceof Error && error.message === "timeout exceeded when trying to connect";
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
