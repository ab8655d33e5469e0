import assert from "node:assert/strict";
import test from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { startRefundJobs } from "#src/background.ts";
import { cancel, getRefundJob } from "#src/payments/use-cases/cancellations/cancel.ts";
import { runRefundJobs } from "#src/payments/use-cases/cancellations/run-refund-jobs.ts";
import type { Db } from "#src/platform/store/db.ts";
import { testDatabase } from "#test/cluster.ts";
import { fakeProcessor } from "#test/fake-processor.ts";
import { putOnSale } from "#test/on-sale.ts";
import { testWorld } from "#test/world.ts";
import { refundFaults } from "./refund-story.ts";
import { sellAtOnce } from "./sell-at-once.ts";

const { db, drop } = await testDatabase();
test.after(drop);
test.afterEach(async () => assert.deepEqual(await refundFaults(db), []));

/** Sells so many tickets, one a sale, and cancels their event with a job. */
async function cancelled(sales: number, processor = fakeProcessor()) {
  const onSale = await putOnSale(db, { sections: [sales + 10], types: [{ maximum: sales + 10 }] });
  await sellAtOnce(db, onSale, sales);
  const world = testWorld(db, { processor });
  const outcome = await cancel(world, onSale.caller, { eventId: onSale.eventId }, "ALL");
  assert.ok(outcome.ok);
  const job = () => getRefundJob(world, onSale.caller, outcome.job ?? 0);
  return { onSale, world, job };
}

const makeDue = () => db.query(`UPDATE cancellation SET next_look_at = now() WHERE finished_at IS NULL`);

/** Returns the rows that a run of the jobs reads in the tables of sales, tickets and refunds. */
async function rowsRead(work: (db: Db) => Promise<unknown>): Promise<number> {
  return db.transaction(async (tx) => {
    const count = async () => {
      const [row] = await tx.query<{ rows: number }>(
        `SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::bigint AS rows FROM pg_stat_xact_user_tables
          WHERE relname IN ('sale', 'sale_line', 'admission', 'refund', 'cancellation_sale', 'payment_attempt', 'payment_attempt_sale')`,
      );
      return row?.rows ?? 0;
    };
    // Earlier transactions of this connection may be counted until they are reported.
    const before = await count();
    await work(tx);
    return (await count()) - before;
  });
}

test("a job that waits for a payment or a refund reads a row or two of two thousand sales, with growing pauses", async () => {
  const { onSale, world, job } = await cancelled(2_000);
  await db.query(
    `UPDATE cancellation_sale SET state = 'DONE' WHERE sale_id < (SELECT max(id) - 50 FROM sale WHERE event_id = $1)`,
    [onSale.eventId],
  );
  while ((await runRefundJobs(world)) > 0);
  const waiting = [
    `UPDATE sale SET status = 'PROCESSING' WHERE id = $1`,
    `UPDATE refund SET state = 'STARTED', settled_at = NULL WHERE sale_id = $1`,
  ];
  const [last] = await db.query<{ id: number }>(`SELECT max(id) AS id FROM sale WHERE event_id = $1`, [onSale.eventId]);
  for (const change of waiting) {
    await db.query(`UPDATE cancellation SET finished_at = NULL, looks = 0, next_look_at = now()`);
    await db.query(change, [last?.id]);
    const rows = await rowsRead((tx) => runRefundJobs({ ...world, db: tx }));
    assert.ok(rows <= 2, `${rows} rows`);
    assert.equal((await job())?.finishedAt, undefined);
    assert.equal(await rowsRead((tx) => runRefundJobs({ ...world, db: tx })), 0, "it is not due");
    const pauses: number[] = [];
    for (let look = 0; look < 6; look += 1) {
      await makeDue();
      await runRefundJobs(world);
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
  await runRefundJobs(world);
  assert.ok((await job())?.finishedAt);
});

test("stops after the sales in hand while hundreds are due, and the next start refunds the rest, each once", async () => {
  const SALES = 400;
  const slow = fakeProcessor();
  const { refundPart } = slow;
  const REFUND_MS = 100;
  const processor = {
    ...slow,
    refundPart: async (...of: Parameters<typeof refundPart>) => {
      await pause(REFUND_MS);
      return refundPart(...of);
    },
  };
  const { world, job } = await cancelled(SALES, processor);
  const running = startRefundJobs(world);
  while (((await job())?.refunded ?? 0) === 0);
  const begun = performance.now();
  await running.stop();
  const stopMs = performance.now() - begun;
  assert.ok(stopMs < 2_000, `${stopMs} ms`);
  const done = (await job())?.refunded ?? 0;
  assert.ok(done < SALES / 2, `${done} sales`);
  const started = await db.query(`SELECT FROM refund WHERE state = 'STARTED'`);
  const leased = await db.query(`SELECT FROM cancellation_sale WHERE state = 'OPEN' AND next_try_at > now()`);
  assert.deepEqual([started.length, leased.length], [0, 0]);

  const again = startRefundJobs(testWorld(db, { processor: slow }));
  while ((await job())?.finishedAt === undefined) await makeDue();
  await again.stop();
  assert.equal((await job())?.refunded, SALES);
  assert.equal(slow.ledger.filter((entry) => entry.startsWith("refundPart")).length, SALES);
});
