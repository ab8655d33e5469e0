import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Db } from "#src/platform/store/db.ts";
import { startBuyers } from "#test/kills/buyers.ts";
import { untilSettled } from "#test/kills/client.ts";
import { violations } from "#test/kills/invariants.ts";
import { openShop } from "#test/kills/shop.ts";
import { type KillSystem, openKillSystem } from "#test/kills/system.ts";
import { startMailCatcher } from "#test/programs.ts";

type Soak = {
  /** The folder of the service's package. */
  readonly service: string;
  readonly seconds: number;
  /** The time of load before each sample. After it, all records get older by `agedDays`. */
  readonly cycleSeconds: number;
  readonly agedDays: number;
  readonly seed: number;
  /** A module that the control loads into the service. */
  readonly preload?: string;
  readonly note?: (line: string) => void;
};

const BUYERS = 4;
const CARTS_A_CYCLE = 40;
const DAY_SECONDS = 24 * 60 * 60;
const PROBE = join(import.meta.dirname, "heap-probe.ts");

/** Buys all the time, with every job in the background and a mail server, and returns what grows without end or is wrong. */
export async function runSoak(soak: Soak): Promise<readonly string[]> {
  const mail = await startMailCatcher();
  const heapFolder = mkdtempSync(join(tmpdir(), "foyer-heap-"));
  const system = await openKillSystem({
    service: soak.service,
    nodeOptions: [
      "--expose-gc",
      ...[PROBE, ...(soak.preload ? [soak.preload] : [])].flatMap((file) => ["--import", file]),
    ],
    settings: { HEAP_FOLDER: heapFolder, SMTP_URL: mail.smtp, MAIL_FROM: "Foyer <tickets@foyer.example>" },
  });
  const shop = await openShop(system);
  const samples: Sample[] = [];
  const until = Date.now() + soak.seconds * 1_000;
  try {
    for (let cycle = 1; Date.now() < until; cycle += 1) {
      await shop.renew();
      const buyers = startBuyers(shop, { buyers: BUYERS, seed: soak.seed + cycle });
      await addCarts(shop);
      await pause(soak.cycleSeconds * 1_000);
      await buyers.stop();
      await untilSettled(system.db);
      samples.push(await measure(system, heapFolder));
      await ageRecords(system.db, soak.agedDays * DAY_SECONDS);
      soak.note?.(`${cycle}: ${JSON.stringify(roundedOf(samples.at(-1) ?? {}))}`);
    }
    // Those that were abandoned are deleted by now, as they should be.
    shop.observed.reserved.clear();
    const records = { db: system.db, ledger: await system.ledger(), observed: shop.observed };
    const idle = shop.observed.paid.size < samples.length ? ["Fewer purchases were paid than samples were taken."] : [];
    return [...growing(samples, slackOf), ...(await violations(records)), ...system.faults(), ...idle];
  } finally {
    shop.close();
    await system.close();
    mail.stop();
    rmSync(heapFolder, { recursive: true, force: true });
  }
}

/** Visitors who look and leave: carts that stay empty, and codes that are tried. */
async function addCarts({ client }: Awaited<ReturnType<typeof openShop>>): Promise<void> {
  for (let cart = 0; cart < CARTS_A_CYCLE; cart += 1) {
    const answered = await client.ask("GET", "/cart");
    if (answered === "no_answer") continue;
    await client.ask("PUT", `/cart/${answered.body.key}/codes`, { bookingCode: "EARLY" });
  }
}

function roundedOf(sample: Sample): Sample {
  return Object.fromEntries(Object.entries(sample).map(([what, value]) => [what, Math.round(value * 10) / 10]));
}

/** What happens at a time of the calendar, whatever the age of the records. */
const CALENDAR = ["event", "event_date", "ticket_type", "event_search", "event_date_move", "discount"];

type Column = { readonly table: string; readonly columns: readonly string[] };

/** Moves every time that the database knows so far back, except when events begin and are on sale: what happened gets older by that. */
async function ageRecords(db: Db, seconds: number): Promise<void> {
  const tables = await db.query<Column>(
    `SELECT format('%I.%I', table_schema, table_name) AS table, array_agg(quote_ident(column_name)) AS columns
       FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
      WHERE table_schema IN ('public', 'pgboss') AND table_type = 'BASE TABLE' AND data_type = 'timestamp with time zone'
        AND table_name <> ALL ($1::text[])
        AND NOT EXISTS (SELECT FROM pg_inherits WHERE inhrelid = format('%I.%I', table_schema, table_name)::regclass)
      GROUP BY 1`,
    [CALENDAR],
  );
  await db.transaction(async (tx) => {
    for (const { table, columns } of tables) {
      const moved = columns.map((column) => `${column} = ${column} - make_interval(secs => $1)`);
      await tx.query(`UPDATE ${table} SET ${moved.join()}`, [seconds]);
    }
  });
}

const MIB = 1024 * 1024;
/** Collecting the garbage of a large heap takes seconds on a busy machine. */
const PROBE_MS = 60_000;

/** Tables whose rows are deleted in time. Sales with a payment attempt stay: they are the books. */
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
async function measure(system: KillSystem, heapFolder: string): Promise<Sample> {
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
function slackOf(measure: string): number {
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
type Sample = Readonly<Record<string, number>>;

/** What a measure may gain after the warm-up without being a leak, of its level and at the least. */
const GAIN_SHARE = 0.15;
/** Two thirds of a run are compared; the first third warms up. */
const PARTS = 3;

/**
 * Returns a line for each measure that still grows after the warm-up: the median of the last third of the samples is above that of the
 * second by more than 15 % and by more than its slack.
 */
function growing(samples: readonly Sample[], slackOf: (measure: string) => number): readonly string[] {
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
