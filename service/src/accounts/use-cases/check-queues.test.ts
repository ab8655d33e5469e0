import assert from "node:assert/strict";
import test from "node:test";
import { createFailureDelays } from "#src/accounts/use-cases/check-queues.ts";

const own = (key: string) => [{ key, times: 1 }] as const;

test("forgets the failures of a name after a quarter of an hour", () => {
  const delays = createFailureDelays();
  for (let at = 0; at < 8; at += 1) delays.noteFailure(own("ada"), 0);
  assert.equal(delays.waitMs(own("ada"), 0), 2_000);
  assert.equal(delays.waitMs(own("ada"), 1_500), 500);
  delays.noteFailure(own("ada"), 15 * 60_000);
  assert.equal(delays.waitMs(own("ada"), 15 * 60_000), 0);
});

test("remembers at most ten thousand names", () => {
  const delays = createFailureDelays();
  for (let at = 0; at < 10_500; at += 1) delays.noteFailure(own(`name ${at}`), 0);
  assert.equal(delays.size(), 10_000);
});
