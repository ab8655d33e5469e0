import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { installMessageQueue } from "#src/notifications/outside/message-queue.ts";
import { processorOverHttp } from "#src/payments/outside/processor-over-http.ts";
import { cancel, getRefundJob } from "#src/payments/use-cases/cancel.ts";
import { openPool } from "#src/platform/store/db.ts";
import { migrate } from "#src/platform/store/migrate.ts";
import { CARD, putOnSale, takenOf } from "#test/buying.ts";
import { PATIENT } from "#test/cluster.ts";
import { killableProgram } from "#test/kills/killable.ts";
import { freePort } from "#test/programs.ts";
import type { Refunding } from "#test/refunds/killed-while-refunding.ts";
import { startRestartableCluster } from "#test/restartable-cluster.ts";
import { testRuntime } from "#test/runtime.ts";
import { refundFaults, type Sold, sellAtOnce } from "./refund-story.ts";

/** `npm run test:full` cancels an event with ten thousand sales. */
const SALES = Number(process.env.FOYER_RACE_SIZE || 1) > 1 ? 10_000 : 90;
const AT_ONCE = 32;
/** To ask without a pause takes the processor from the processes that are waited for. */
const AGAIN_MS = 50;
/** What is killed at a time, one service of two. */
const KILLS = [["service"], ["processor"], ["database"], ["service", "processor", "database"]];

const folder = mkdtempSync(join(tmpdir(), "foyer-refunds-"));
const cluster = await startRestartableCluster();
const url = cluster.url();
const db = openPool(url, undefined, PATIENT);
const port = await freePort();
const processor = { url: `http://127.0.0.1:${port}`, secret: "a secret of the tests" };
const payments = killableProgram({
  name: "processor",
  parameters: [join(import.meta.dirname, "../../sandbox/processor/main.ts")],
  ready: /ready/,
  env: { PORT: String(port), PROCESSOR_SECRET: processor.secret, FOYER_DATA: folder },
  log: join(folder, "processor.log"),
});
const refunding: Refunding = { url, processor };
const services = ["one", "two"].map((name) =>
  killableProgram({
    name,
    env: {},
    log: join(folder, `${name}.log`),
    ready: /refunding/,
    parameters: [join(import.meta.dirname, "killed-while-refunding.ts"), JSON.stringify(refunding)],
  }),
);
test.after(async () => {
  await Promise.all([payments, ...services].map((program) => program.kill()));
  await db.close();
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Asks again while the database is down or recovers. */
async function untilAnswered<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch {
      await pause(AGAIN_MS);
    }
  }
}

const refunded = () =>
  untilAnswered(async () => {
    // As if the leases of killed processes had ended, and their refunds were due.
    await db.query(
      `UPDATE cancellation_sale SET next_try_at = now() WHERE state = 'OPEN' AND next_try_at < now() + interval '57 s'`,
    );
    await db.query(`UPDATE refund SET next_check_at = now() WHERE state = 'STARTED'`);
    await db.query(`UPDATE cancellation SET next_look_at = now() WHERE finished_at IS NULL`);
    const [row] = await db.query<{ count: number }>(`SELECT count(*) AS count FROM refund WHERE state = 'REFUNDED'`);
    return row?.count ?? 0;
  });

async function untilRefunded(count: number): Promise<void> {
  while ((await refunded()) < count) await pause(AGAIN_MS);
}

/** Charges so many cards at the processor. */
async function chargeAll(): Promise<readonly Sold[]> {
  const client = processorOverHttp({ ...processor, limitMs: 10_000 });
  const charges: { attempt: string; charge: string }[] = [];
  const chargeNext = async () => {
    while (charges.length < SALES) {
      const made = { attempt: `attempt-${charges.length}`, charge: "" };
      charges.push(made);
      const charge = await client.authorise(made.attempt, { minor: 4_750, currency: "AUD" }, CARD);
      assert.ok(typeof charge === "object");
      made.charge = charge.id;
      assert.equal(await client.capture(charge.id), "captured");
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, chargeNext));
  return charges;
}

/** Kills these programs, and starts them again. */
async function kill(programs: readonly string[], service: (typeof services)[number] | undefined): Promise<void> {
  const killed = [programs.includes("service") && service, programs.includes("processor") && payments];
  if (programs.includes("database")) await cluster.crash("SIGKILL");
  for (const program of killed) if (program) await program.kill();
  if (programs.includes("database")) await cluster.start();
  for (const program of killed) if (program) await program.start();
}

type Entry = { readonly attempt: string; readonly kind: string; readonly amount: string; readonly refund?: string };

test(`services, processor and database killed -9 during a job of ${SALES} sales: each is refunded once by the processor's ledger, and the job ends`, async () => {
  await migrate(db);
  await installMessageQueue(db);
  await payments.start();
  const onSale = await putOnSale(db, { sections: [SALES], types: [{ maximum: SALES }] });
  await sellAtOnce(db, onSale, SALES, await chargeAll());
  const runtime = testRuntime(db);
  const cancelled = await cancel(runtime, onSale.caller, { eventId: onSale.eventId }, "ALL");
  assert.ok(cancelled.ok);

  await Promise.all(services.map((service) => service.start()));
  for (const [round, programs] of KILLS.entries()) {
    await untilRefunded(Math.floor((SALES * (round + 1)) / (KILLS.length + 2)));
    await kill(programs, services[round % services.length]);
  }
  await untilRefunded(SALES);
  const job = () => untilAnswered(() => getRefundJob(runtime, onSale.caller, cancelled.job ?? 0));
  while ((await job())?.finishedAt === undefined) await refunded();
  const { total, refunded: done, refused, open } = (await job()) ?? {};
  assert.deepEqual({ total, done, refused, open }, { total: SALES, done: SALES, refused: 0, open: 0 });

  const { entries } = (await (await fetch(`${processor.url}/_ledger`)).json()) as { entries: readonly Entry[] };
  const given = entries.filter(({ kind }) => kind === "refund");
  const rows = await db.query<{ id: string; attempt: string; state: string }>(
    `SELECT id, attempt_id AS attempt, state FROM refund`,
  );
  assert.deepEqual(new Set(rows.map(({ state }) => state)), new Set(["REFUNDED"]));
  assert.deepEqual(
    given.map(({ attempt, amount, refund }) => `${attempt} ${refund} ${amount}`).toSorted(),
    rows.map(({ attempt, id }) => `${attempt} ${id} 47.50`).toSorted(),
  );
  assert.equal(new Set(given.map(({ attempt }) => attempt)).size, SALES);
  assert.deepEqual([await refundFaults(db), await takenOf(db, onSale.eventId)], [[], [0, 0]]);
  assert.equal((await db.query(`SELECT FROM message WHERE kind = 'REFUNDED'`)).length, SALES);
  assert.deepEqual(
    services.flatMap((service) => service.faults()),
    [],
  );
});
