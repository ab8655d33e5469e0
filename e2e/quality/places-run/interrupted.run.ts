import { setTimeout as pause } from "node:timers/promises";
import { test } from "#e2e/support/fixtures.ts";

test("is killed while it has reserved places", { tag: ["@purchase"] }, async ({ anyTickets }) => {
  await anyTickets.reserve(2);
  console.log("RESERVED");
  await pause(60_000);
});
