import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { installMessageQueue } from "#src/notifications/outside/message-queue.ts";
import { processorOverHttp } from "#src/payments/outside/processor-over-http.ts";
import { settlePayments } from "#src/payments/use-cases/pay.ts";
import { LIMITS } from "#src/platform/runtime.ts";
import { openPool, type Pool } from "#src/platform/store/db.ts";
import { migrate } from "#src/platform/store/migrate.ts";
import { answerType, buying, makeDue, putOnSale } from "#test/buying.ts";
import { startSandbox } from "#test/programs.ts";
import { testRuntime } from "#test/runtime.ts";
import {
  asPostgres,
  createCluster,
  disagreements,
  salesFigures,
  serverFolder,
  serverProgram,
  startCluster,
} from "./debian-cluster.ts";

// The steps of docs/operate.md, "Backup" and "Restore", with Debian's server and while sales go on.

const AMOUNT = "47.50";
const BUYERS = 4;

const folder = await serverFolder(mkdtempSync(join(tmpdir(), "foyer-restore-")));
const wal = await serverFolder(join(folder, "wal"));
const processor = await startSandbox();
const stops: (() => Promise<void>)[] = [];
after(async () => {
  for (const stop of stops.reverse()) await stop();
  processor.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
});

/** Returns the text between the first two signs of quotation after a word of the page. */
function settingOfPage(name: string): string {
  const [, value = ""] = new RegExp(`ALTER SYSTEM SET ${name} = '([^']+)'`).exec(page) ?? [];
  return value.replaceAll("/var/backups/foyer/wal", wal);
}
const page = readFileSync(join(import.meta.dirname, "../../../docs/operate.md"), "utf8");

/** Returns the settings of the page for a restore to a moment. */
function recoverySettings(moment: string): Readonly<Record<string, string>> {
  const [, block = ""] = /<<'END'\n(.*?)\n *END\n/s.exec(page) ?? [];
  const lines = [...block.matchAll(/^ *(\w+) = '(.+)'$/gm)].map(([, name = "", value = ""]) => [name, value] as const);
  assert.ok(lines.length > 3, "the page has a block of settings");
  const shipped = Object.fromEntries(lines);
  const command = shipped.restore_command?.replaceAll("/var/backups/foyer/wal", wal) ?? "";
  return { ...shipped, restore_command: command, recovery_target_time: moment };
}

/** Starts a copy of the base backup that follows the archive to a moment. It has the archive's settings, as the backup has. */
async function restoreTo(moment: string, name: string) {
  const data = join(folder, name);
  await asPostgres("cp", "-a", base, data);
  await asPostgres("touch", join(data, "recovery.signal"));
  const restored = await startCluster(data, join(folder, `${name}-sockets`), {
    ...archive,
    ...recoverySettings(moment),
  });
  stops.push(restored.stop);
  return restored;
}

async function openShop(db: Pool) {
  const way = processorOverHttp({ url: processor.url, secret: processor.secret, limitMs: 10_000 });
  const runtime = testRuntime(db, { processor: way, limits: { ...LIMITS, processorSilentMs: 0 } });
  return { runtime, onSale: await putOnSale(db, { sections: [5_000] }) };
}

/** Lets several buyers buy, one ticket each, until stopped. Returns how many have paid. */
function sell({ runtime, onSale }: Awaited<ReturnType<typeof openShop>>) {
  let isOpen = true;
  let sold = 0;
  const { holdLocked, pay } = buying(runtime, onSale);
  async function buyer(): Promise<void> {
    while (isOpen) {
      const { cartKey } = await holdLocked([1]);
      assert.equal(answerType(await pay(cartKey, AMOUNT)), "SUCCESS");
      sold += 1;
    }
  }
  const buyers = Promise.all(Array.from({ length: BUYERS }, buyer));
  return {
    sold: () => sold,
    async until(count: number): Promise<void> {
      while (sold < count) await new Promise((resolve) => setImmediate(resolve));
    },
    async stop(): Promise<number> {
      isOpen = false;
      await buyers;
      return sold;
    },
  };
}

async function opened(url: string): Promise<Pool> {
  const db = openPool(url, 10);
  stops.push(db.close);
  return db;
}

await createCluster(join(folder, "data"));
const archive = {
  archive_mode: "on",
  archive_command: settingOfPage("archive_command"),
  archive_timeout: settingOfPage("archive_timeout"),
};
const server = await startCluster(join(folder, "data"), join(folder, "sockets"), archive);
await server.query("CREATE DATABASE foyer");
const db = openPool(server.url("foyer"), 10);
await migrate(db);
await installMessageQueue(db);
const shop = await openShop(db);
const base = join(folder, "base");
const dump = join(folder, "before-upgrade.dump");

test("P35: a base backup and the archive, taken during sales, restore to the moment, at the second try too; the processor's ledger shows the rest", async () => {
  const during = sell(shop);

  await during.until(5);
  await asPostgres("pg_basebackup", "--host", server.sockets, "--pgdata", base, "--checkpoint", "fast");
  await asPostgres(serverProgram("pg_verifybackup"), base);
  const tooEarly = (await server.query("SELECT clock_timestamp()")).trim();
  await during.until(during.sold() + 5);
  await during.stop();

  // A payment whose answer was lost: the processor has authorised it, and the service does not know.
  const lost = { ...shop.runtime, processor: { ...shop.runtime.processor, authorise: loseAnswer } };
  async function loseAnswer(...call: Parameters<typeof shop.runtime.processor.authorise>) {
    await shop.runtime.processor.authorise(...call);
    return "not_known" as const;
  }
  const { cartKey } = await buying(shop.runtime, shop.onSale).holdLocked([1]);
  assert.equal(answerType(await buying(lost, shop.onSale).pay(cartKey, AMOUNT)), "not_known");

  const asOf = await salesFigures(db);
  const moment = (await server.query("SELECT clock_timestamp()")).trim();
  const attemptsThen = await attemptsOf(db);
  const later = sell(shop);
  await later.until(7);
  const soldLater = await later.stop();
  await server.query("SELECT pg_switch_wal()");
  await server.query("CHECKPOINT");
  await untilArchived();
  await db.close();
  await server.stop();

  const firstTry = await restoreTo(tooEarly, "first-try");
  const early = await opened(firstTry.url("foyer"));
  assert.ok((await salesFigures(early)).sales < asOf.sales, "the first try was too early");
  await firstTry.query("SELECT pg_switch_wal()");
  await untilHasSegmentOf(2);

  const restoredServer = await restoreTo(moment, "restored");
  const restored = await opened(restoredServer.url("foyer"));
  assert.deepEqual(await salesFigures(restored), asOf, "the sums as of the moment");
  assert.equal(asOf.open, 1);

  await makeDue(restored);
  await settlePayments({ ...shop.runtime, db: restored });
  const settled = await salesFigures(restored);
  assert.deepEqual([settled.open, settled.payments], [0, asOf.payments + 1], "the open payment was settled");
  assert.deepEqual(await disagreements(restored), []);

  const differences = await comparedWithLedger(restored);
  assert.equal(differences.length, soldLater, "exactly what was bought after the moment");
  for (const { attempt, here } of differences) {
    assert.equal(here, null);
    assert.equal(attemptsThen.has(attempt), false);
    assert.deepEqual(await processor.entriesOf(attempt), ["authorisation", "capture"]);
  }
  const more = sell({ runtime: { ...shop.runtime, db: restored }, onSale: shop.onSale });
  await more.until(3);
  await more.stop();
  assert.deepEqual(await disagreements(restored), [], "sales go on");
  await restoredServer.query("SELECT pg_switch_wal()");
  await untilHasSegmentOf(3);
  assert.equal((await restoredServer.query("SELECT failed_count FROM pg_stat_archiver")).trim(), "0");
});

test("a dump taken during sales restores into a new database of the server, whose sums agree", async () => {
  const again = await startCluster(join(folder, "data"), join(folder, "sockets"), {});
  stops.push(again.stop);
  const original = await opened(again.url("foyer"));
  const during = sell({ runtime: { ...shop.runtime, db: original }, onSale: shop.onSale });

  await during.until(5);
  await asPostgres("pg_dump", "--host", again.sockets, "--format", "custom", "--file", dump, "foyer");
  await during.until(during.sold() + 5);
  await during.stop();
  await again.query("CREATE DATABASE restored");
  const restore = ["--exit-on-error", "--single-transaction", dump];
  await asPostgres("pg_restore", "--host", again.sockets, "--dbname", "restored", ...restore);

  const copy = await opened(again.url("restored"));
  assert.deepEqual(await disagreements(copy), []);
  const { sales } = await salesFigures(copy);
  assert.ok(sales >= 5 && sales < (await salesFigures(original)).sales, `${sales} sales`);
  await migrate(copy);
  const sold = sell({ runtime: { ...shop.runtime, db: copy }, onSale: shop.onSale });
  await sold.until(3);
  await sold.stop();
  assert.deepEqual(await disagreements(copy), [], "sales go on in the restored database");
});

async function attemptsOf(pool: Pool): Promise<ReadonlySet<string>> {
  return new Set((await pool.query<{ id: string }>("SELECT id FROM payment_attempt")).map(({ id }) => id));
}

async function untilArchived(): Promise<void> {
  const [, name = ""] = /^\s*(\w+)/.exec(await server.query("SELECT pg_walfile_name(pg_current_wal_lsn())")) ?? [];
  for (;;) {
    const last = (await server.query("SELECT last_archived_wal FROM pg_stat_archiver")).trim();
    // Segments are numbered in order; the current one is not finished.
    if (last >= name || Number.parseInt(last.slice(-8), 16) >= Number.parseInt(name.slice(-8), 16) - 1) return;
  }
}

/** Waits until the archive has a segment of a restored server's timeline, which a later restore would follow by itself. */
async function untilHasSegmentOf(timeline: number): Promise<void> {
  const segment = new RegExp(`^0{7}${timeline}[0-9A-F]{16}$`);
  while (!readdirSync(wal).some((name) => segment.test(name))) await new Promise((resolve) => setImmediate(resolve));
}

type Difference = { readonly attempt: string; readonly here: string | null };

/** Runs the comparison of docs/operate.md with the processor's ledger as its list of charges. */
async function comparedWithLedger(pool: Pool): Promise<readonly Difference[]> {
  const [, table = ""] = /(CREATE TEMPORARY TABLE charge [^;]+);/.exec(page) ?? [];
  const [, comparison = ""] = /(SELECT charge\.\*[^;]+);/.exec(page) ?? [];
  const entries = await processor.ledger();
  const captured = new Map(entries.filter(({ kind }) => kind === "capture").map((entry) => [entry.attempt, entry]));
  const rows = [...captured.values()].map(
    ({ attempt, amount }) => [attempt, Math.round(Number(amount) * 100)] as const,
  );
  return pool.transaction(async (tx) => {
    await tx.query(table);
    await tx.query(
      "INSERT INTO charge SELECT attempt, minor, 'AUD', 'captured' FROM unnest($1::text[], $2::bigint[]) AS c (attempt, minor)",
      [rows.map(([attempt]) => attempt), rows.map(([, minor]) => minor)],
    );
    return tx.query<Difference>(comparison);
  });
}
