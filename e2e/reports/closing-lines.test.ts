import assert from "node:assert/strict";
import { test } from "node:test";
import { closingLinesOf } from "./closing-lines.ts";
import type { Summary } from "./summary.ts";

const refused = (path: string) => ({
  ...{ at: "2026-11-22T21:04:11.000Z", method: "GET", path, answer: "ECONNREFUSED", seconds: 0 },
});

test("names the trouble of a failed test once for each kind of answer", () => {
  const trouble = [refused("/a.js"), refused("/b.js"), { ...refused("/en"), answer: "503" }, refused("/c.js")];
  const tests = [
    { title: "pays", outcome: "failed", trouble },
    { title: "searches", outcome: "failed", trouble: [refused("/en")] },
    { title: "passes", outcome: "passed", trouble },
  ];
  const summary = { tests, engines: [], isExplainedByTrouble: true } as unknown as Summary;
  assert.deepEqual(closingLinesOf(summary, "e2e-results", { leaks: [], errors: [] }).slice(0, 5), [
    "Trouble of the target during failed tests:",
    "  GET /a.js failed with ECONNREFUSED after 0.0 s at 21:04:11 UTC, and 2 more like it · pays",
    "  GET /en answered 503 after 0.0 s at 21:04:11 UTC · pays",
    "  GET /en failed with ECONNREFUSED after 0.0 s at 21:04:11 UTC · searches",
    "The target had trouble in every failed test.",
  ]);
});

test("repeats an error that belongs to no test, which stands far above in a long run", () => {
  const summary = { tests: [], engines: [], isExplainedByTrouble: false } as unknown as Summary;
  const errors = ["route.fetch: Test ended.\nFailed worker ran 1 test"];
  assert.deepEqual(closingLinesOf(summary, "e2e-results", { leaks: [], errors }).slice(0, 3), [
    "An error outside the tests:",
    "  route.fetch: Test ended.",
    "  Failed worker ran 1 test",
  ]);
});
