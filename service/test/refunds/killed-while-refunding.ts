import { setTimeout as pause } from "node:timers/promises";
import { processorOverHttp } from "#src/payments/outside/processor-over-http.ts";
import { runRefundJobs } from "#src/payments/use-cases/run-refund-jobs.ts";
import { followRefunds } from "#src/payments/use-cases/settle-refunds.ts";
import { openPool } from "#src/platform/store/db.ts";
import { testRuntime } from "#test/runtime.ts";

// A service process that refunds the sales of cancelled events and follows up its refunds, until its parent kills it.

export type Refunding = { readonly url: string; readonly processor: { readonly url: string; readonly secret: string } };

/** The time until the next try when nothing is to do, or no database answers. */
const AGAIN_MS = 20;

const { url, processor } = JSON.parse(process.argv[2] ?? "{}") as Refunding;
const runtime = testRuntime(openPool(url, 4), { processor: processorOverHttp({ ...processor, limitMs: 2_000 }) });
console.log("refunding");
for (;;) {
  // The processor is killed too, and the next round asks again.
  const begun = await runRefundJobs(runtime).catch(() => 0);
  const followed = await followRefunds(runtime).catch(() => 0);
  if (begun + followed === 0) await pause(AGAIN_MS);
}
