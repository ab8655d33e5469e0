import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { answerDelayMs } from "./answer-delay.ts";

test("a good card answers within 50 to 200 ms, and as fast each time for the same attempt", () => {
  fc.assert(
    fc.property(fc.uuid(), (attempt) => {
      const delay = answerDelayMs({ kind: "authorised" }, attempt);
      assert.ok(delay >= 50 && delay <= 200, `${delay}`);
      assert.equal(answerDelayMs({ kind: "authorised" }, attempt), delay);
    }),
  );
});

test("attempts differ, so that answers overtake each other", () => {
  const delays = Array.from({ length: 100 }, (_, n) => answerDelayMs({ kind: "authorised" }, `attempt-${n}`));
  assert.ok(new Set(delays).size > 40);
});

test("the slow card answers inside the service's time-out of 30 s, the too slow one outside it", () => {
  assert.equal(answerDelayMs({ kind: "late", answersAfterMs: 8_000 }, "a"), 8_000);
  assert.equal(answerDelayMs({ kind: "late", answersAfterMs: 35_000 }, "a"), 35_000);
});
