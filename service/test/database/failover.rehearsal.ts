import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { openPool } from "#src/platform/store/db.ts";
import { migrate } from "#src/platform/store/migrate.ts";
import { putOnSale } from "#test/buying.ts";
import { asPostgres, createCluster, serverFolder, startCluster } from "#test/database/debian-cluster.ts";
import { startSandbox } from "#test/programs.ts";
import { signIn, startServices } from "#test/race/race-setting.ts";
import { SHIPPED } from "#test/race/rules-off.ts";
import { disagreements, salesFigures } from "#test/sales-figures.ts";
import { until } from "#test/until.ts";
import { sell, summary } from "./purchases.ts";

// Two servers of Debian, of which one takes over while buyers buy from two processes of the service.

const folder = await serverFolder(mkdtempSync(join(tmpdir(), "foyer-failover-")));
const processor = await startSandbox();
const stops: (() => Promise<unknown>)[] = [];
after(async () => {
  for (const stop of stops.reverse()) await stop();
  processor.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
});

/** Starts a primary with a standby that has every commit before it is acknowledged. */
async function startPair(name: string) {
  const [one, two] = [join(folder, `${name}-one`), join(folder, `${name}-two`)];
  await createCluster(one);
  const primary = await startCluster(one, `${one}-sockets`, {});
  stops.push(() => primary.stop("immediate"));
  await primary.query("CREATE DATABASE foyer");
  await asPostgres(
    "pg_basebackup",
    "--host",
    primary.sockets,
    "--pgdata",
    two,
    "--write-recovery-conf",
    "--checkpoint",
    "fast",
  );
  const standby = await startCluster(two, `${two}-sockets`, {}, { isStandby: true });
  stops.push(() => standby.stop("immediate"));
  await primary.query("ALTER SYSTEM SET synchronous_standby_names = '*'");
  await primary.query("SELECT pg_reload_conf()");
  const both = `postgres://postgres@/foyer?host=${encodeURIComponent(`${standby.sockets},${primary.sockets}`)}`;
  return { primary, standby, both };
}

for (const [mode, what] of [
  ["fast", "is stopped"],
  ["immediate", "crashes"],
] as const)
  test(`a standby takes over when the primary ${what}: nobody who calls once it has is refused, and what was paid is there`, async (t) => {
    const { primary, standby, both } = await startPair(mode);
    const db = openPool(both, 4);
    stops.push(db.close);
    await migrate(db);
    const data = mkdtempSync(join(folder, "service-"));
    const processes = await startServices({ service: SHIPPED, count: 2, databaseUrl: both, data, processor });
    stops.push(processes.stop);
    const { client, caller } = await signIn(db, processes);
    stops.push(async () => client.close());
    const onSale = await putOnSale(db, { sections: [50_000] });
    await db.query("UPDATE event SET account_id = $1 WHERE id = $2", [caller.account.id, onSale.eventId]);

    const sales = sell(client, { ...onSale, caller });
    await sales.untilMore(40);
    assert.deepEqual(sales.failed(), []);
    const begun = performance.now();
    sales.note();
    await primary.stop(mode);
    await standby.query("ALTER SYSTEM SET synchronous_standby_names = ''");
    await standby.promote();
    const without = performance.now() - begun;
    sales.note();
    await sales.untilMore(40);
    await sales.stop();
    t.diagnostic(`${Math.round(without)} ms without a primary: ${summary(sales.seen, sales.failed())}`);

    // A call that was under way when the primary ended may have been done: nobody may do it again for its buyer.
    const late = sales.failed().filter(({ after }) => after > 1);
    assert.deepEqual(late, []);
    const [, open] = [await settled(db), await disagreements(db)];
    assert.deepEqual(open, []);
    const confirmed = await db.query<{ cart: string }>("SELECT cart_key AS cart FROM sale WHERE status = 'CONFIRMED'");
    const known = new Set(confirmed.map(({ cart }) => cart));
    assert.deepEqual(
      sales.paid.filter((cart) => !known.has(cart)),
      [],
    );
    const attempts = await db.query<{ id: string; state: string }>("SELECT id, state FROM payment_attempt");
    const ledger = Map.groupBy(await processor.ledger(), ({ attempt }) => attempt);
    const captures = (id: string) => (ledger.get(id) ?? []).filter(({ kind }) => kind === "capture").length;
    assert.deepEqual(
      attempts.filter(({ id, state }) => captures(id) !== (state === "PAID" ? 1 : 0)),
      [],
      "charged once, and only for what is sold",
    );
    t.diagnostic(
      `${sales.paid.length} told that they have paid, ${confirmed.length} sold, ${attempts.length} attempts`,
    );
  });

/** The worker asks about a payment that the processor does not know for 45 s. */
const SETTLED_MS = 3 * 60_000;

/** Waits until the worker has settled every payment whose answer was lost. */
async function settled(db: Parameters<typeof salesFigures>[0]): Promise<void> {
  await until("every payment is settled", async () => (await salesFigures(db)).open === 0, SETTLED_MS);
}
