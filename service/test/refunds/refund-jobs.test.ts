import assert from "node:assert/strict";
import test from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { REFUND_JOBS, startJob } from "#src/background.ts";
import { cancel, getRefundJob } from "#src/payments/use-cases/cancel.ts";
import { runRefundJobs } from "#src/payments/use-cases/run-refund-jobs.ts";
import { putOnSale } from "#test/buying.ts";
import { testDatabase } from "#test/cluster.ts";
import { fakeProcessor } from "#test/fakes.ts";
import { testRuntime } from "#test/runtime.ts";
import { refundFaults, sellAtOnce } from "./refund-story.ts";

const { db, drop } = await testDatabase();
test.after(drop);
test.afterEach(async () => assert.deepEqual(await refundFaults(db), []));

/** Sells so many tickets, one a sale, and cancels their event with a job. */
async function cancelled(sales: number, processor = fakeProcessor()) {
  const onSale = await putOnSale(db, { sections: [sales + 10], types: [{ maximum: sales + 10 }] });
  await sellAtOnce(db, onSale, sales);
  const runtime = testRuntime(db, { processor });
  const outcome = await cancel(runtime, onSale.caller, { eventId: onSale.eventId }, "ALL");
  assert.ok(outcome.ok);
  const job = () => getRefundJob(runtime, onSale.caller, outcome.job ?? 0);
  return { onSale, runtime, job };
}

const makeDue = () => db.query(`UPDATE cancellation SET next_look_at = now() WHERE finished_at IS NULL`);

test("a job that waits for a payment or a refund looks again with growing pauses, and ends then", async () => {
  const { onSale, runtime, job } = await cancelled(5);
  while ((await runRefundJobs(runtime)) > 0);
  const waiting = [
    `UPDATE sale SET status = 'PROCESSING' WHERE id = $1`,
    `UPDATE refund SET state = 'STARTED', settled_at = NULL WHERE sale_id = $1`,
  ];
  const [last] = await db.query<{ id: number }>(`SELECT max(id) AS id FROM sale WHERE event_id = $1`, [onSale.eventId]);
  for (const change of waiting) {
    await db.query(`UPDATE cancellation SET finished_at = NULL, looks = 0, next_look_at = now()`);
    await db.query(change, [last?.id]);
    await runRefundJobs(runtime);
    assert.equal((await job())?.finishedAt, undefined);
    const pauses: number[] = [];
    for (let look = 0; look < 6; look += 1) {
      await makeDue();
      await runRefundJobs(runtime);
      const [row] = await db.query<{ pause: number }>(
        `SELECT round(extract(epoch FROM next_look_at - now()))::integer AS pause FROM cancellation WHERE event_id = $1`,
        [onSale.eventId],
      );
      pauses.push(row?.pause ?? -1);
    }
    assert.deepEqual(pauses, [2, 4, 8, 15, 15, 15]);
    await db.query(`UPDATE sale SET status = 'CONFIRMED' WHERE status = 'PROCESSING'`);
    await db.query(`UPDATE refund SET state = 'REFUNDED', settled_at = now() WHERE state = 'STARTED'`);
  }
  await makeDue();
  await runRefundJobs(runtime);
  assert.ok((await job())?.finishedAt);
});

test("stops after the sales in hand while hundreds are due, and the next start refunds the rest, each once", async () => {
  const SALES = 120;
  const slow = fakeProcessor();
  const { refundPart } = slow;
  const REFUND_MS = 50;
  const processor = {
    ...slow,
    refundPart: async (...of: Parameters<typeof refundPart>) => {
      await pause(REFUND_MS);
      return refundPart(...of);
    },
  };
  const { runtime, job } = await cancelled(SALES, processor);
  const running = startJob(runtime, REFUND_JOBS);
  while (((await job())?.refunded ?? 0) === 0) await pause(10);
  await running.stop();
  const done = (await job())?.refunded ?? 0;
  assert.ok(done < SALES / 2, `${done} sales`);
  const started = await db.query(`SELECT FROM refund WHERE state = 'STARTED'`);
  const leased = await db.query(`SELECT FROM cancellation_sale WHERE state = 'OPEN' AND next_try_at > now()`);
  assert.deepEqual([started.length, leased.length], [0, 0]);

  const again = startJob(testRuntime(db, { processor: slow }), REFUND_JOBS);
  while ((await job())?.finishedAt === undefined) {
    await makeDue();
    await pause(10);
  }
  await again.stop();
  assert.equal((await job())?.refunded, SALES);
  assert.equal(slow.ledger.filter((entry) => entry.startsWith("refundPart")).length, SALES);
});
