import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Db } from "#src/platform/store/db.ts";
import { startBuyers } from "#test/kills/buyers.ts";
import { violations } from "#test/kills/invariants.ts";
import { untilSettled } from "#test/kills/settle.ts";
import { openShop } from "#test/kills/shop.ts";
import { openKillSystem } from "#test/kills/system.ts";
import { startMailCatcher } from "#test/mail-catcher.ts";
import { growing, measure, type Sample, slackOf } from "./measure.ts";

export type Soak = {
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
