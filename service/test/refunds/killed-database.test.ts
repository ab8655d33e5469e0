import assert from "node:assert/strict";
import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { createInterface } from "node:readline";
import test from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { installMessageQueue } from "#src/notifications/outside/message-queue.ts";
import { processorOverHttp } from "#src/payments/outside/processor-over-http.ts";
import { cancel, getRefundJob } from "#src/payments/use-cases/cancellations/cancel.ts";
import { openPool } from "#src/platform/store/db.ts";
import { migrate } from "#src/platform/store/migrate.ts";
import { CARD, takenOf } from "#test/buying.ts";
import { makeDatabaseFolder } from "#test/database-folder.ts";
import { putOnSale } from "#test/on-sale.ts";
import { PATIENT } from "#test/patience.ts";
import type { Refunding } from "#test/refunds/killed-while-refunding.ts";
import { startSandbox } from "#test/sandbox.ts";
import { testWorld } from "#test/world.ts";
import { refundFaults } from "./refund-story.ts";
import { sellAtOnce } from "./sell-at-once.ts";

/** `npm run test:full` cancels an event with ten thousand sales. */
const SALES = Number(process.env.FOYER_RACE_SIZE || 1) > 1 ? 10_000 : 150;
const AT_ONCE = 32;
const POSTGRES = fileURLToPath(new URL("../../../tools/postgres/main.ts", import.meta.url));

const folder = makeDatabaseFolder("foyer-killed-");
const running = new Set<ChildProcess>();
const sandbox = await startSandbox();
let server = await startDatabase();
const db = openPool(server.url, undefined, PATIENT);
test.after(async () => {
  for (const child of running) child.kill("SIGKILL");
  sandbox.stop();
  await db.close();
  server.supervisor.stdin?.end();
  await once(server.supervisor, "exit");
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
});

/** Starts PostgreSQL on the folder of this test, and recovers what a killed server has left there. */
async function startDatabase() {
  const supervisor = spawn(process.execPath, [POSTGRES, "--throwaway"], {
    env: { ...process.env, FOYER_DATA: folder },
    stdio: ["pipe", "pipe", "ignore"],
  });
  const [line] = await once(createInterface({ input: supervisor.stdout }), "line");
  const { url, pid }: { url: string; pid: number } = JSON.parse(String(line));
  return { supervisor, url, pid };
}

async function killDatabase(): Promise<void> {
  const ended = once(server.supervisor, "exit");
  process.kill(server.pid, "SIGKILL");
  await ended;
  const before = server.url;
  server = await startDatabase();
  assert.equal(server.url, before);
}

async function startService(): Promise<ChildProcess> {
  const refunding: Refunding = { url: server.url, processor: sandbox };
  const file = fileURLToPath(import.meta.resolve("#test/refunds/killed-while-refunding.ts"));
  const child = fork(file, [JSON.stringify(refunding)], { execArgv: [], stdio: ["ignore", "ignore", "ignore", "ipc"] });
  running.add(child);
  await once(child, "message");
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
  running.delete(child);
}

/** Asks again while the database is down or recovers. */
async function untilAnswered<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch {
      await pause(50);
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
  while ((await refunded()) < count) await pause(100);
}

/** Charges so many cards at the processor. */
async function chargeAll(): Promise<readonly { readonly attempt: string; readonly charge: string }[]> {
  const processor = processorOverHttp({ ...sandbox, limitMs: 10_000 });
  const charges: { attempt: string; charge: string }[] = [];
  const chargeNext = async () => {
    while (charges.length < SALES) {
      const made = { attempt: `attempt-${charges.length}`, charge: "" };
      charges.push(made);
      const charge = await processor.authorise(made.attempt, { minor: 4_750, currency: "AUD" }, CARD);
      assert.ok(typeof charge === "object");
      made.charge = charge.id;
      assert.equal(await processor.capture(charge.id), "captured");
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, chargeNext));
  return charges;
}

test(`services and database killed -9 during a job of ${SALES} sales: each is refunded once by the processor's ledger, and the job ends`, async () => {
  await migrate(db);
  await installMessageQueue(server.url);
  const onSale = await putOnSale(db, { sections: [SALES], types: [{ maximum: SALES }] });
  await sellAtOnce(db, onSale, SALES, await chargeAll());
  const world = testWorld(db);
  const cancelled = await cancel(world, onSale.caller, { eventId: onSale.eventId }, "ALL");
  assert.ok(cancelled.ok);

  const services = [await startService(), await startService()];
  const kills = ["service", "database", "both", "database"];
  for (const [round, killed] of kills.entries()) {
    await untilRefunded(Math.floor((SALES * (round + 1)) / (kills.length + 2)));
    if (killed !== "service") await killDatabase();
    if (killed === "database") continue;
    const [service] = services.splice(round % 2, 1);
    if (service) await kill(service);
    services.push(await startService());
  }
  await untilRefunded(SALES);
  const job = () => untilAnswered(() => getRefundJob(world, onSale.caller, cancelled.job ?? 0));
  while ((await job())?.finishedAt === undefined) await refunded();
  const { total, refunded: done, refused, open } = (await job()) ?? {};
  assert.deepEqual({ total, done, refused, open }, { total: SALES, done: SALES, refused: 0, open: 0 });

  const given = (await sandbox.ledger()).filter(({ kind }) => kind === "refund");
  assert.deepEqual([given.length, new Set(given.map(({ attempt }) => attempt)).size], [SALES, SALES]);
  assert.deepEqual(new Set(given.map(({ amount }) => amount)), new Set(["47.50"]));
  assert.deepEqual([await refundFaults(db), await takenOf(db, onSale.eventId)], [[], [0, 0]]);
  const messages = await db.query(`SELECT FROM message WHERE kind = 'REFUNDED'`);
  assert.equal(messages.length, SALES);
});
