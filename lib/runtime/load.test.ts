import assert from "node:assert/strict";
import { test } from "node:test";
import { createLoadRule, type LoadRule } from "./load.ts";

const SAMPLE_MS = 250;
const ON_TIME = 12;
const LATE = 400;

/** Samples for so many seconds, with so many visitors who want to begin each second. Returns how many began. */
function run(rule: LoadRule, from: number, seconds: number, { delay = ON_TIME, wanting = 0, finishing = 0 }): number {
  let began = 0;
  for (let at = 0; at < seconds * 1_000; at += SAMPLE_MS) {
    const now = from + at;
    for (let one = 0; one < wanting / 4; one += 1) if (rule.mayBegin(now)) began += 1;
    for (let one = 0; one < finishing / 4; one += 1) rule.finish(now);
    rule.sample(delay, now + SAMPLE_MS);
  }
  return began;
}

test("P37: lets everyone begin while few want to", () => {
  assert.equal(run(createLoadRule(), 0, 60, { wanting: 8 }), 8 * 60);
});

test("P37: lets no more begin at once than the process serves in a second", () => {
  const rule = createLoadRule();
  const began = Array.from({ length: 500 }, () => rule.mayBegin(0)).filter(Boolean);
  assert.equal(began.length, 16);
});

test("P37: lets nobody begin while the event loop is late, and again once it has half of that delay", () => {
  const rule = createLoadRule();
  run(rule, 0, 2, { delay: LATE });
  assert.equal(rule.mayBegin(2_000), false);
  run(rule, 2_000, 5, { delay: 100 });
  assert.equal(rule.mayBegin(7_000), false, "between the two limits nothing changes");
  run(rule, 7_000, 5, { delay: ON_TIME });
  assert.equal(rule.mayBegin(12_000), true);
});

test("P37: one long render stops nobody", () => {
  const rule = createLoadRule();
  rule.sample(300, SAMPLE_MS);
  assert.equal(rule.mayBegin(SAMPLE_MS), true);
});

test("P37: after overload as many begin as have finished", () => {
  const rule = createLoadRule();
  run(rule, 0, 120, { delay: LATE, wanting: 200, finishing: 12 });
  run(rule, 120_000, 2, { wanting: 0 });
  const began = run(rule, 122_000, 10, { wanting: 200 }) / 10;
  assert.ok(began > 8 && began < 12, `${began} a second`);
});

test("P37: the rate grows while more want to begin and the loop is on time, by less than double in half a minute", () => {
  const rule = createLoadRule();
  const first = run(rule, 0, 5, { wanting: 200 }) / 5;
  run(rule, 5_000, 25, { wanting: 200 });
  const later = run(rule, 30_000, 5, { wanting: 200 }) / 5;
  assert.ok(later > first * 1.3 && later < first * 2, `${first}, then ${later} a second`);
});
