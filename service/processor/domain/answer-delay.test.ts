import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { answerDelayMs } from "./answer-delay.ts";

test("answers a good card after 50 to 200 ms, with the same delay for the same attempt", () => {
  fc.assert(
    fc.property(fc.uuid(), (attempt) => {
      const delay = answerDelayMs({ kind: "authorised" }, attempt);
      assert.ok(delay >= 50 && delay <= 200, `${delay}`);
      assert.equal(answerDelayMs({ kind: "authorised" }, attempt), delay);
    }),
  );
});

test("varies the delay between attempts, so that answers can overtake each other", () => {
  const delays = Array.from({ length: 100 }, (_, n) => answerDelayMs({ kind: "authorised" }, `attempt-${n}`));
  assert.ok(new Set(delays).size > 40);
});

test("answers the slow card within the service's timeout of 30 s, and the too slow one after it", () => {
  assert.equal(answerDelayMs({ kind: "late", answersAfterMs: 8_000 }, "a"), 8_000);
  assert.equal(answerDelayMs({ kind: "late", answersAfterMs: 35_000 }, "a"), 35_000);
});
