import { cancel, getRefundJob } from "#src/payments/use-cases/cancellations/cancel.ts";
import { runRefundJobs } from "#src/payments/use-cases/cancellations/run-refund-jobs.ts";
import type { Pool } from "#src/platform/store/db.ts";
import { putOnSale } from "#test/on-sale.ts";
import { sellAtOnce } from "#test/refunds/sell-at-once.ts";
import { testWorld } from "#test/world.ts";
import { openOwnDatabase } from "./own-database.ts";

/**
 * Cancels an event with ten thousand paid sales and refunds them by one process, with a processor in memory that answers at once.
 * Prints one line of JSON with the times in milliseconds. Set DATABASE_URL: the run has a database of its own there.
 */
const SALES = 10_000;

const { db, drop } = await openOwnDatabase(process.env.DATABASE_URL ?? "");
try {
  console.log(JSON.stringify(await measure(db)));
} finally {
  await drop();
}

async function measure(db: Pool) {
  const onSale = await putOnSale(db, { sections: [SALES], types: [{ maximum: SALES }] });
  await sellAtOnce(db, onSale, SALES);
  const world = testWorld(db);
  const begun = performance.now();
  const cancelled = await cancel(world, onSale.caller, { eventId: onSale.eventId }, "ALL");
  const cancelMs = performance.now() - begun;
  while ((await runRefundJobs(world)) > 0);
  const job = cancelled.ok && (await getRefundJob(world, onSale.caller, cancelled.job ?? 0));
  if (!job || job.refunded !== SALES) throw new Error("Not every sale was refunded.");
  return { sales: SALES, cancelMs, jobMs: performance.now() - begun - cancelMs };
}
