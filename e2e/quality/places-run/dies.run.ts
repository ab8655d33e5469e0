import { test } from "#e2e/support/fixtures.ts";

// Started by `places.spec.ts` with one worker, so the tests run in this order.

test("is killed before its reservation is recorded", { tag: ["@purchase"] }, async ({ anyTickets, places }) => {
  await anyTickets.choose(1);
  await places.take(10);
  process.kill(process.pid, "SIGKILL");
});

test("reserves two after it", { tag: ["@purchase"] }, async ({ anyTickets }) => {
  await anyTickets.reserve(2);
});
