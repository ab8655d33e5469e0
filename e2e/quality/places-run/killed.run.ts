import { test } from "#e2e/support/fixtures.ts";
import { markOf } from "#e2e/support/withdraw-leftovers.ts";

const A_DAY_MS = 24 * 60 * 60 * 1000;

// Started by `places.spec.ts`. The event is left on sale, as by a run of the day before that was killed.
test("is killed while its event is on sale", { tag: ["@service"] }, async ({ serviceClient }, info) => {
  const { name } = await serviceClient.putOnSale({ name: `Killed ${markOf(Date.now() - A_DAY_MS)} ${info.testId}` });
  console.log(`ON SALE ${name}`);
  process.kill(process.pid, "SIGKILL");
});

test("is the next", { tag: ["@catalogue"] }, () => {});
