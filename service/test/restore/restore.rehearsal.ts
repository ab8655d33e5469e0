import assert from "node:assert/strict";
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { installMessageQueue } from "#src/notifications/outside/message-queue.ts";
import { processorOverHttp } from "#src/payments/outside/processor-over-http.ts";
import { settlePayments } from "#src/payments/use-cases/pay.ts";
import type { PaymentRuntime } from "#src/payments/use-cases/payment-runtime.ts";
import { LIMITS } from "#src/platform/runtime.ts";
import { openPool, type Pool } from "#src/platform/store/db.ts";
import { migrate } from "#src/platform/store/migrate.ts";
import { answerType, buying, makeDue, putOnSale } from "#test/buying.ts";
import { startSandbox } from "#test/programs.ts";
import { testRuntime } from "#test/runtime.ts";
import { disagreements, salesFigures } from "#test/sales-figures.ts";
import { comparedWithLedger, createMachine, PAGE } from "./debian-machine.ts";
import { AMOUNT, selling } from "./selling.ts";

// docs/backup.md with the shipped files, Debian's PostgreSQL and pgBackRest, and while sales go on.

const folder = mkdtempSync(join(tmpdir(), "foyer-restore-"));
const machine = await createMachine(folder);
const processor = await startSandbox();
after(async () => {
  await machine.stop();
  processor.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
});

/** What is lost with the machine, beside the database. */
const SECRETS = join(machine.secrets, "storefront.env");
const ENDED_LINK = join(machine.programFiles, "foyer-web", "storefront", "revoked", "a-link");
/** Made again by the programs, and large. */
const PICTURE = join(machine.programFiles, "foyer-web", "storefront", "pictures", "a-picture");
for (const path of [SECRETS, ENDED_LINK, PICTURE]) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, "as of the backup");
}

await machine.query("CREATE DATABASE foyer");
const first = openPool(machine.url, 10);
await migrate(first);
await installMessageQueue(first);
const shop = await openShop(first);
await first.close();

async function openShop(db: Pool) {
  const way = processorOverHttp({ url: processor.url, secret: processor.secret, limitMs: 10_000 });
  const runtime = testRuntime(db, { processor: way, limits: { ...LIMITS, processorSilentMs: 0 } });
  return { runtime, onSale: await putOnSale(db, { sections: [5_000] }) };
}

const sell = (runtime: PaymentRuntime) => selling(runtime, shop.onSale);

/** Sells some tickets on the database as it is, runs work with it, and closes the connections. A restore refuses while there are some. */
async function withShop<T>(work: (runtime: PaymentRuntime, db: Pool) => Promise<T>): Promise<T> {
  const db = openPool(machine.url, 10);
  return work({ ...shop.runtime, db }, db).finally(db.close);
}

/** Makes a backup that must be done. Returns its measurement. */
async function backUp(...parameters: readonly string[]): Promise<number> {
  const { code, output } = await machine.backup(...parameters);
  assert.deepEqual([code, output.split("\n").at(-2)?.slice(0, 5)], [0, "Done:"], output);
  return provenAt();
}

function provenAt(): number {
  const text = readFileSync(join(machine.metrics, "foyer-backup.prom"), "utf8");
  return Number(/^foyer_backup_proven_timestamp_seconds (\d+)$/m.exec(text)?.[1]);
}

async function restore(...moment: readonly string[]): Promise<string> {
  const { code, output } = await machine.restore(...moment);
  assert.equal(code, 0, output);
  return output;
}

const now = () => machine.query("SELECT clock_timestamp()");

test("P35: a backup taken during sales restores to the moment, at the second try too; the processor's ledger shows the rest", async (t) => {
  const db = openPool(machine.url, 10);
  const shopRuntime = { ...shop.runtime, db };
  const during = sell(shopRuntime);
  t.after(during.stop);
  await during.until(5);
  assert.ok((await backUp()) > 0);
  assert.deepEqual(globSync(`${machine.data}{.trial,/foyer-files.tar}`), [], "nothing is left of the trial");
  await during.until(during.sold() + 5);
  const tooEarly = await now();
  await during.until(during.sold() + 5);
  await during.stop();

  // A payment whose answer was lost: the processor has authorised it, and the service does not know.
  const lost = { ...shopRuntime, processor: { ...shopRuntime.processor, authorise: loseAnswer } };
  async function loseAnswer(...call: Parameters<typeof shopRuntime.processor.authorise>) {
    await shopRuntime.processor.authorise(...call);
    return "not_known" as const;
  }
  const { cartKey } = await buying(shopRuntime, shop.onSale).holdLocked([1]);
  assert.equal(answerType(await buying(lost, shop.onSale).pay(cartKey, AMOUNT)), "not_known");

  const asOf = await salesFigures(db);
  const moment = await now();
  const attemptsThen = await attemptsOf(db);
  const later = sell(shopRuntime);
  await later.until(7);
  const soldLater = await later.stop();

  const refused = await machine.restore();
  assert.deepEqual([refused.code, /still use the database/.test(refused.output)], [1, true], refused.output);
  await db.close();
  await machine.query("SELECT pg_switch_wal()");

  // On a new machine nothing of the files is there; on this one they are newer than the backup.
  rmSync(machine.secrets, { recursive: true });
  writeFileSync(ENDED_LINK, "ended after the backup");
  await restore(tooEarly);
  assert.deepEqual(
    [readFileSync(SECRETS, "utf8"), readFileSync(ENDED_LINK, "utf8")],
    ["as of the backup", "ended after the backup"],
  );
  await withShop(async (_, early) => {
    const { sales } = await salesFigures(early);
    assert.ok(sales > 0 && sales < asOf.sales, `the first try was too early: ${sales} of ${asOf.sales}`);
  });
  rmSync(machine.programFiles, { recursive: true });
  await restore(moment);
  assert.deepEqual([readFileSync(ENDED_LINK, "utf8"), existsSync(PICTURE)], ["as of the backup", false]);

  await withShop(async (runtime, restored) => {
    assert.deepEqual(await salesFigures(restored), asOf, "the sums as of the moment");
    assert.equal(asOf.open, 1);
    await makeDue(restored);
    await settlePayments(runtime);
    const settled = await salesFigures(restored);
    assert.deepEqual([settled.open, settled.payments], [0, asOf.payments + 1], "the open payment was settled");
    assert.deepEqual(await disagreements(restored), []);

    const differences = await comparedWithLedger(restored, await processor.ledger());
    assert.equal(differences.length, soldLater, "exactly what was bought after the moment");
    for (const { attempt, here } of differences) {
      assert.equal(here, null);
      assert.equal(attemptsThen.has(attempt), false);
      assert.deepEqual(await processor.entriesOf(attempt), ["authorisation", "capture"]);
    }
    const more = sell(runtime);
    await more.until(3);
    await more.stop();
    assert.deepEqual(await disagreements(restored), [], "sales go on");
  });
  await backUp("full");
  const last = await withShop((_, db) => salesFigures(db));
  await machine.becomeNew();
  await restore();
  assert.deepEqual(await withShop((_, db) => salesFigures(db)), last, "the newest state, on a new machine");
  assert.deepEqual(
    [SECRETS, ENDED_LINK].map((path) => readFileSync(path, "utf8")),
    Array(2).fill("as of the backup"),
  );
});

test("the newest state is that of the server that has archived last: of a restored shop, and after the way back of the one from before", async () => {
  const sold = (count: number) =>
    withShop(async (runtime, db) => {
      const during = sell(runtime);
      await during.until(count);
      await during.stop();
      return attemptsOf(db);
    });
  for (const aside of globSync(`${machine.data}.before-*`)) rmSync(aside, { recursive: true });
  await backUp("full");
  await sold(3);
  const moment = await now();
  const shopThen = await sold(3);

  await restore(moment);
  const restoredShop = await sold(2);
  assert.equal(restoredShop.isSupersetOf(shopThen), false, "the moment was before the last sales");
  await restore();
  assert.deepEqual(await withShop((_, db) => attemptsOf(db)), restoredShop);

  const { code, output } = await machine.wayBack();
  assert.deepEqual([code, output.split("\n").at(-2)?.slice(0, 5)], [0, "Done:"], output);
  assert.deepEqual(await withShop((_, db) => attemptsOf(db)), shopThen);
  const soldSince = await sold(2);
  await restore();
  assert.deepEqual(await withShop((_, db) => attemptsOf(db)), soldSince);
});

test("a moment that the log does not reach, or one without a zone, leaves the database as it was", async () => {
  const before = await withShop((_, db) => salesFigures(db));
  const started = await machine.query("SELECT pg_postmaster_start_time()");
  const noZone = await machine.restore("2026-11-23 18:59:00");
  assert.deepEqual([noZone.code, /has its zone/.test(noZone.output)], [1, true], noZone.output);
  assert.equal(await machine.query("SELECT pg_postmaster_start_time()"), started);

  const { code, output } = await machine.restore("2999-01-01 00:00:00+00");
  assert.deepEqual([code, /NOT RESTORED. The database from before is back/.test(output)], [1, true], output);
  assert.deepEqual(await withShop((_, db) => salesFigures(db)), before);
});

test("a wrong key opens no backup, and nothing is touched", async () => {
  const started = await machine.query("SELECT pg_postmaster_start_time()");
  const { code, output } = await machine.withConfig(
    (text) => text.replace("cipher-pass=a key", "cipher-pass=another key"),
    () => machine.restore(),
  );
  assert.deepEqual([code, /The key in .* does not open the backup/.test(output)], [1, true], output);
  assert.equal(await machine.query("SELECT pg_postmaster_start_time()"), started);
});

test("a place on the disk of the database, where another machine's folder is not mounted, is no backup", async () => {
  const { code, output } = await machine.withConfig(
    (text) => text.replace(machine.place, machine.metrics),
    () => machine.backup(),
  );
  assert.deepEqual([code, /on the disk of the database[\s\S]*NOT DONE/.test(output)], [1, true], output);
});

/** Writes over the middle of the newest file of a pattern in the place, as a failing disk does. */
function damage(pattern: string): void {
  const file = globSync(join(machine.place, pattern)).toSorted().at(-1);
  assert.ok(file, `the place has a file ${pattern}`);
  const bytes = readFileSync(file);
  bytes.fill(0, bytes.length / 4, (bytes.length * 3) / 4);
  writeFileSync(file, bytes);
}

test("a damaged backup or archive is not done, until a new base backup is made and the old ones are deleted", async () => {
  const proven = await backUp();
  damage("backup/foyer/*F/bundle/1");
  const ofBase = await machine.backup("diff");
  assert.equal(ofBase.code, 1, ofBase.output);
  assert.match(ofBase.output, /The trial restore has failed: the lines before say why[\s\S]*NOT DONE/);
  assert.equal(provenAt(), proven, "the alert sees the age of the last proven backup");

  const labels = () => globSync(join(machine.place, "backup/foyer/*F"));
  const segments = () => globSync(join(machine.place, "archive/foyer/*/*/*.zst")).map((path) => path.split("/").at(-1));
  const [oldLabels, oldSegments] = [labels(), segments()];
  const anew = await machine.backUpAnew();
  assert.equal(anew.code, 0, anew.output);
  assert.deepEqual([labels().length, labels().filter((name) => oldLabels.includes(name))], [1, []]);
  assert.deepEqual(
    segments().filter((name) => oldSegments.includes(name)),
    [],
    "nothing of the log that no kept backup needs",
  );

  await machine.query("SELECT pg_switch_wal()");
  const good = await backUp();
  damage("archive/foyer/*/*/*.zst");
  const ofLog = await machine.backup();
  assert.equal(ofLog.code, 1, ofLog.output);
  assert.match(ofLog.output, /A kept backup or its log is damaged[\s\S]*NOT DONE/);
  assert.equal(provenAt(), good);
});

test("a dump taken during sales restores into a new database of the server, whose sums agree", async () => {
  const dump = join(machine.place, "before-upgrade.dump");
  await withShop(async (runtime, original) => {
    const during = sell(runtime);
    await during.until(5);
    await machine.asPostgres("pg_dump", ...machine.connection, "--format", "custom", "--file", dump, "foyer");
    await during.until(during.sold() + 5);
    await during.stop();
    await machine.query("CREATE DATABASE restored");
    const options = ["--dbname", "restored", "--exit-on-error", "--single-transaction", dump];
    await machine.asPostgres("pg_restore", ...machine.connection, ...options);

    const copy = openPool(machine.url.replace("/foyer?", "/restored?"), 10);
    assert.deepEqual(await disagreements(copy), []);
    const { sales } = await salesFigures(copy);
    assert.ok(sales >= 5 && sales < (await salesFigures(original)).sales, `${sales} sales`);
    await migrate(copy);
    const sold = sell({ ...runtime, db: copy });
    await sold.until(3);
    await sold.stop();
    assert.deepEqual(await disagreements(copy), [], "sales go on in the restored database");
    await copy.close();
  });
  const sold = await machine.query("SELECT pg_database_size('restored')");
  for (const [statement] of PAGE.matchAll(/ALTER DATABASE \w+ RENAME TO \w+/g)) await machine.query(statement);
  assert.equal(await machine.query("SELECT pg_database_size('foyer')"), sold, "it takes the place of the other");
});

async function attemptsOf(pool: Pool): Promise<ReadonlySet<string>> {
  return new Set((await pool.query<{ id: string }>("SELECT id FROM payment_attempt")).map(({ id }) => id));
}
