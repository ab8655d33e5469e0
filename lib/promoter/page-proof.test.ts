import assert from "node:assert/strict";
import { test } from "node:test";
import { linesOf, reportIn } from "./page-proof.ts";

const NONCE = "n-1";
const REPORT = {
  foyer: "check",
  v: 1,
  nonce: NONCE,
  version: "1.2.0",
  elements: 3,
  frames: [
    { event: 12, state: "ready", code: undefined },
    { event: 0, state: "error", code: "blocked" },
  ],
};
const REGISTERED = ["http://127.0.0.1:*", "https://longlight.example"];

test("reads the report of the page that was opened, and no other message", () => {
  assert.deepEqual(reportIn(REPORT, NONCE), {
    elements: 3,
    frames: [{ event: 12 }, { event: 0, error: "blocked" }],
  });
  for (const other of [
    undefined,
    null,
    "check",
    {},
    { ...REPORT, nonce: "n-2" },
    { ...REPORT, v: 2 },
    { ...REPORT, foyer: "paid" },
    { ...REPORT, elements: "3" },
    { ...REPORT, elements: -1 },
    { ...REPORT, frames: {} },
  ])
    assert.equal(reportIn(other, NONCE), undefined, JSON.stringify(other));
  const many = Array.from({ length: 1_000 }, () => ({ event: {}, state: "error", code: { toString: 1 } }));
  assert.ok((reportIn({ ...REPORT, frames: many }, NONCE)?.frames.length ?? 0) <= 50);
});

test("says of each frame whether it shows tickets, and why not", () => {
  const report = { elements: 2, frames: [{ event: 12 }, { event: 12 }, { event: 13, error: "host_policy" }] };
  assert.deepEqual(linesOf(report, "https://longlight.example", REGISTERED), [
    { is: "ok", what: "script" },
    { is: "ok", what: "registered" },
    { is: "ok", what: "shown", event: 12 },
    { is: "bad", what: "host_policy", event: 13 },
  ]);
});

test("says where a page is not registered, or has no element", () => {
  const blocked = { elements: 1, frames: [{ event: 12, error: "blocked" }] };
  assert.deepEqual(
    linesOf(blocked, "https://blog.example", REGISTERED).map(({ what }) => what),
    ["script", "unregistered"],
  );
  assert.equal(linesOf(blocked, "https://longlight.example", REGISTERED).at(-1)?.what, "blocked", "the control");
  assert.deepEqual(linesOf({ elements: 0, frames: [] }, "https://www.longlight.example", REGISTERED), [
    { is: "ok", what: "script" },
    { is: "bad", what: "unregistered" },
    { is: "bad", what: "no_element" },
  ]);
});

test("an error without words of its own is told as no answer", () => {
  assert.equal(linesOf({ elements: 1, frames: [] }, "null", REGISTERED)[1]?.what, "unregistered");
  const [, , line] = linesOf({ elements: 1, frames: [{ event: 1, error: "<b>" }] }, "http://127.0.0.1:81", REGISTERED);
  assert.deepEqual(line, { is: "bad", what: "no_answer", event: 1 });
});
