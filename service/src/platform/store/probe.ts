import { randomUUID } from "node:crypto";
import { causeOf } from "#src/platform/domain/cause.ts";
import { type Connections, type DbTimeouts, openConnections } from "./connections.ts";
import { codeOf } from "./faults.ts";

/** However many balancers probe, and how often: within this time after a result they all get it. */
const KEPT_MS = 1_000;
/** A balancer waits for an answer for a few seconds. */
const PROBE_MS = 3_000;
const TIMEOUTS: DbTimeouts = { statementMs: PROBE_MS, lockMs: PROBE_MS, connectMs: PROBE_MS, idleMs: 10_000 };
/** So that the probe soon sees what a new connection would get, such as a standby or another default of the database. */
const CONNECTION_SECONDS = 5;
export const PROBE_CONNECTIONS_MAX = 1;
/** The id of the advisory lock. The number is arbitrary. Holders of a shared lock do not wait for each other. */
const LOCK = 4_207_146_004;

/** Takes an advisory lock and writes, as a sale does, and needs space for a temporary file of the database. */
const WRITE = `WITH locked AS (SELECT pg_advisory_xact_lock_shared($1::bigint))
  INSERT INTO payment_try (name, tries, ends_at) SELECT $2, 0, now() FROM locked`;
/**
 * Writes a temporary file, so that a full disk is noticed although a small insert still fits into allocated pages. The database
 * deletes it at once.
 */
const SPILL = `SET LOCAL work_mem = '64kB';
  SELECT max(line) FROM (SELECT repeat('x', 1000) AS line FROM generate_series(1, 200) ORDER BY random()) AS sorted`;

export type Probe = {
  /** Returns why the database cannot take a sale now, in words without its address, or `undefined` when it can. */
  readonly whyNotReady: () => Promise<string | undefined>;
  readonly close: () => Promise<void>;
};

/** Opens a probe with a connection of its own: that all those of sales are in use for a moment is no reason to sell nothing. */
export function openProbe(url: string): Probe {
  const connections = openConnections(url, {
    timeouts: TIMEOUTS,
    max: PROBE_CONNECTIONS_MAX,
    name: "foyer",
    silentMs: PROBE_MS,
    lifetimeSeconds: CONNECTION_SECONDS,
  });
  let last: Promise<string | undefined> | undefined;

  async function probe(): Promise<string | undefined> {
    const late = Promise.withResolvers<string>();
    const timer = setTimeout(() => late.resolve(SLOW), PROBE_MS);
    const result = await Promise.race([trySale(connections).then(() => undefined, reasonOf), late.promise]);
    clearTimeout(timer);
    setTimeout(() => {
      last = undefined;
    }, KEPT_MS).unref();
    return result;
  }

  return {
    whyNotReady: () => {
      last ??= probe();
      return last;
    },
    close: connections.close,
  };
}

async function trySale(connections: Connections): Promise<void> {
  const { client, release, destroy } = await connections.acquire();
  try {
    await client.query("BEGIN");
    await client.query(WRITE, [LOCK, randomUUID()]);
    await client.query(SPILL);
    await client.query("ROLLBACK");
  } catch (error) {
    destroy();
    throw error;
  }
  release();
}

const SLOW = "The database does not answer in time.";
/** By the code of PostgreSQL or of the system. */
const REASONS: Readonly<Record<string, string>> = {
  "25006": "The database is read-only: it is a standby, or default_transaction_read_only is set.",
  "42501": "The database refuses the service's user a write.",
  "53100": "The disk of the database is full.",
  "53300": "The database has no connection left.",
  "55P03": SLOW,
  "57014": SLOW,
  "57P03": "The database starts or stops.",
  "28000": "The database refuses the service's user.",
  "28P01": "The database refuses the service's user.",
  "3D000": "The database does not exist.",
  ETIMEDOUT: SLOW,
};

function reasonOf(error: unknown): string {
  const code = codeOf(error);
  const [first] = error instanceof AggregateError ? error.errors : [];
  if (first !== undefined) return reasonOf(first);
  // The driver's own timeouts have no code.
  if (code === "" && error instanceof Error && /timeout/i.test(error.message)) return SLOW;
  return (
    REASONS[code] ??
    (/^[0-9A-Z]{5}$/.test(code)
      ? `The database refuses a write (${code}).`
      : `The database does not answer: ${causeOf(error)}.`)
  );
}
