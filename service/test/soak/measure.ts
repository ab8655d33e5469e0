import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Db } from "#src/platform/store/db.ts";
import type { KillSystem } from "#test/kills/system.ts";

const MIB = 1024 * 1024;
/** Collecting the garbage of a large heap takes seconds on a busy machine. */
const PROBE_MS = 60_000;

/** Rows that no sale needs for good. What was tried to be paid stays: it is the books. */
const ROWS: Readonly<Record<string, string>> = {
  "abandoned reservations": `sale WHERE NOT EXISTS (
    SELECT FROM payment_attempt_sale tried WHERE tried.event_id = sale.event_id AND tried.sale_id = sale.id)`,
  "lines without a sale": `sale_line line WHERE NOT EXISTS (
    SELECT FROM sale WHERE sale.event_id = line.event_id AND sale.id = line.sale_id)`,
  "lines of abandoned reservations": `sale_line line WHERE NOT EXISTS (
    SELECT FROM payment_attempt_sale tried WHERE tried.event_id = line.event_id AND tried.sale_id = line.sale_id)`,
  carts: "cart",
  "prices of carts without a sale": `cart_price price WHERE NOT EXISTS (SELECT FROM sale WHERE sale.cart_key = price.cart_key)`,
  "codes of carts": `cart_code`,
  "counts of tries": "payment_try",
  messages: "message",
  "jobs of messages": "pgboss.job",
  "open attempts": "payment_attempt WHERE settled_at IS NULL",
};

/** Tables that change all the time, with their indexes: they must not swell either. */
const SIZES = ["cart", "payment_try", "message", "pgboss.job"];

/** Measures memory after a garbage collection, open files, rows and sizes. */
export async function measure(system: KillSystem, heapFolder: string): Promise<Sample> {
  const sample: Record<string, number> = {};
  for (const [name, pid] of Object.entries(system.pids())) {
    const memory = await probe(heapFolder, pid);
    sample[`${name}: heap in MiB`] = memory.heapUsed / MIB;
    sample[`${name}: resident memory in MiB`] = memory.rss / MIB;
    sample[`${name}: open files`] = readdirSync(`/proc/${pid}/fd`).length;
  }
  // As autovacuum does, which is not in time for a time that is compressed.
  await system.db.query("VACUUM");
  for (const [what, from] of Object.entries(ROWS))
    sample[what] = await one(system.db, `SELECT count(*) AS n FROM ${from}`);
  for (const table of SIZES)
    sample[`${table} in MiB`] = (await one(system.db, `SELECT pg_total_relation_size('${table}') AS n`)) / MIB;
  sample["write-ahead log in MiB"] = (await one(system.db, "SELECT sum(size)::bigint AS n FROM pg_ls_waldir()")) / MIB;
  sample["database connections"] = await one(system.db, "SELECT count(*) AS n FROM pg_stat_activity");
  sample["files of the data folder"] = readdirSync(system.folder, { recursive: true }).length;
  return sample;
}

/** How much each measure may vary without a leak. */
export function slackOf(measure: string): number {
  if (measure.includes("resident")) return 60;
  if (measure.includes("heap")) return 12;
  if (measure.includes("open files") || measure.includes("connections")) return 20;
  if (measure.includes("log in MiB")) return 64;
  if (measure.includes("MiB")) return 2;
  return measure.startsWith("files") ? 3 : 60;
}

async function one(db: Db, text: string): Promise<number> {
  return Number((await db.query<{ n: number }>(text))[0]?.n ?? 0);
}

type Memory = { readonly heapUsed: number; readonly rss: number };

async function probe(folder: string, pid: number): Promise<Memory> {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${pid}.json`);
  rmSync(file, { force: true });
  process.kill(pid, "SIGUSR2");
  const until = Date.now() + PROBE_MS;
  for (;;) {
    try {
      return JSON.parse(readFileSync(file, "utf8")) as Memory;
    } catch (error) {
      if (Date.now() > until) throw error;
      await pause(20);
    }
  }
}

/** What is measured at one moment, each with its unit in its name. */
export type Sample = Readonly<Record<string, number>>;

/** What a measure may gain after the warm-up without being a leak, of its level and at the least. */
const GAIN_SHARE = 0.15;
/** Two thirds of a run are compared; the first third warms up. */
const PARTS = 3;

/**
 * Returns a line for each measure that still grows after the warm-up: the median of the last third of the samples is above that of the
 * second by more than 15 % and by more than its slack.
 */
export function growing(samples: readonly Sample[], slackOf: (measure: string) => number): readonly string[] {
  const third = Math.floor(samples.length / PARTS);
  if (third === 0) throw new Error("Too few samples: a run needs three at least.");
  const [middle, last] = [samples.slice(third, samples.length - third), samples.slice(-third)];
  return Object.keys(samples[0] ?? {}).flatMap((measure) => {
    const [before, after] = [median(middle, measure), median(last, measure)];
    const isLevel = after - before <= Math.max(before * GAIN_SHARE, slackOf(measure));
    return isLevel ? [] : [`${measure} grows: ${Math.round(before)}, then ${Math.round(after)}`];
  });
}

function median(samples: readonly Sample[], measure: string): number {
  const sorted = samples.map((sample) => sample[measure] ?? 0).toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
