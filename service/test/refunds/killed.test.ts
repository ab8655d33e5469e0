import assert from "node:assert/strict";
import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { processorOverHttp } from "#src/payments/outside/processor-over-http.ts";
import { cancel, getRefundJob } from "#src/payments/use-cases/cancellations/cancel.ts";
import { answerType, buying } from "#test/buying.ts";
import { testDatabase } from "#test/cluster.ts";
import { COMPILED } from "#test/compiled.ts";
import { freePort } from "#test/free-port.ts";
import { putOnSale } from "#test/on-sale.ts";
import type { Refunding } from "#test/refunds/killed-while-refunding.ts";
import { testWorld } from "#test/world.ts";
import { makeRefundsDue, refundFaults } from "./refund-story.ts";

const SALES = 40;
/** To ask without a pause takes the processor from the processes that are waited for. */
const AGAIN_MS = 20;
const SECRET = "a secret of the tests";
const { db, url, drop } = await testDatabase();
const folder = mkdtempSync(join(tmpdir(), "foyer-refunds-"));
const port = await freePort();
const running = new Set<ChildProcess>();
const processor = { url: `http://127.0.0.1:${port}`, secret: SECRET };
test.after(async () => {
  for (const child of running) child.kill("SIGKILL");
  await drop();
  rmSync(folder, { recursive: true, force: true });
});

async function startProcessor(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "../../processor/main.ts")], {
    env: { ...COMPILED, PORT: String(port), PROCESSOR_SECRET: SECRET, FOYER_DATA: folder },
    stdio: ["ignore", "pipe", "inherit"],
  });
  running.add(child);
  await once(child.stdout, "data");
  return child;
}

async function startService(): Promise<ChildProcess> {
  const refunding: Refunding = { url, processor };
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

type Entry = { readonly attempt: string; readonly kind: string; readonly amount: string; readonly refund?: string };

async function ledger(): Promise<readonly Entry[]> {
  const response = await fetch(`${processor.url}/_ledger`);
  return ((await response.json()) as { entries: readonly Entry[] }).entries;
}

const refunds = async (state: string) =>
  Number(
    (await db.query<{ count: number }>(`SELECT count(*) AS count FROM refund WHERE state = $1`, [state]))[0]?.count,
  );

/** Waits until so many refunds are settled. */
async function untilRefunded(count: number): Promise<void> {
  while ((await refunds("REFUNDED")) < count) {
    await makeRefundsDue(db);
    // As if the lease of a killed process had ended.
    await db.query(
      `UPDATE cancellation_sale SET next_try_at = now() WHERE state = 'OPEN' AND next_try_at < now() + interval '57 s'`,
    );
    await pause(AGAIN_MS);
  }
}

test("service and processor killed during refunds: each sale is refunded once, and the ledger agrees with the sales", async () => {
  let payments = await startProcessor();
  const onSale = await putOnSale(db, { sections: [SALES], types: [{ maximum: SALES }] });
  const world = testWorld(db, { processor: processorOverHttp({ ...processor, limitMs: 10_000 }) });
  const { holdLocked, pay, taken } = buying(world, onSale);
  for (let sold = 0; sold < SALES; sold += 1) {
    const { cartKey } = await holdLocked([1]);
    assert.equal(answerType(await pay(cartKey, "47.50")), "SUCCESS");
  }
  const cancelled = await cancel(world, onSale.caller, { eventId: onSale.eventId }, "ALL");
  assert.ok(cancelled.ok);

  const services = [await startService(), await startService()];
  for (let round = 1; round <= 4; round += 1) {
    await untilRefunded(round * 6);
    const place = round % 2;
    if (round % 3 === 0) {
      await kill(payments);
      payments = await startProcessor();
    }
    const [service] = services.splice(place, 1);
    if (service) await kill(service);
    services.push(await startService());
  }
  await untilRefunded(SALES);
  const job = async () => getRefundJob(world, onSale.caller, cancelled.job ?? 0);
  while ((await job())?.finishedAt === undefined) {
    // A process that was killed may have put off the look at the job, by a minute.
    await db.query(`UPDATE cancellation SET next_look_at = now() WHERE finished_at IS NULL`);
    await pause(AGAIN_MS);
  }
  assert.equal((await job())?.refunded, SALES);

  assert.deepEqual([await refunds("STARTED"), await refunds("REFUSED"), await refunds("REFUNDED")], [0, 0, SALES]);
  assert.deepEqual(await refundFaults(db), []);
  assert.deepEqual(await taken(), [0, 0]);
  const given = (await ledger()).filter(({ kind }) => kind === "refund");
  const rows = await db.query<{ id: string; attempt: string }>(`SELECT id, attempt_id AS attempt FROM refund`);
  assert.deepEqual(
    given.map(({ attempt, amount, refund }) => `${attempt} ${refund} ${amount}`).toSorted(),
    rows.map(({ attempt, id }) => `${attempt} ${id} 47.50`).toSorted(),
  );
  const [messages] = await db.query<{ count: number }>(`SELECT count(*) AS count FROM message WHERE kind = 'REFUNDED'`);
  assert.equal(messages?.count, SALES);
});
