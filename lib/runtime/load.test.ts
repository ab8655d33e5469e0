import assert from "node:assert/strict";
import { test } from "node:test";
import { createLoadRule, type LoadRule } from "./load.ts";

const SAMPLE_MS = 250;

type Situation = {
  readonly queue?: number;
  readonly utilisation?: number;
  /** Visitors a second. */
  readonly wanting?: number;
  /** Requests that are answered in a second. */
  readonly answering?: number;
  readonly finishing?: number;
};

/** A rule with a clock. `during` returns how many began in so many seconds. */
function clocked(rule: LoadRule = createLoadRule()) {
  let [now, inside] = [0, 0];
  function during(
    seconds: number,
    { queue = 2, utilisation = 1, wanting = 0, finishing = 0, answering = 40 }: Situation,
  ): number {
    let began = 0;
    for (; inside < queue; inside += 1) rule.enter();
    for (; inside > queue; inside -= 1) rule.leave();
    for (const end = now + seconds * 1_000; now < end; ) {
      for (let one = 0; one < wanting / 4; one += 1) if (rule.mayBegin(now)) began += 1;
      for (let one = 0; one < finishing / 4; one += 1) rule.finish(now);
      for (let one = 0; one < answering / 4; one += 1) {
        rule.leave();
        rule.enter();
      }
      now += SAMPLE_MS;
      rule.sample(utilisation, now);
    }
    return began;
  }
  return { during, mayBegin: () => rule.mayBegin(now), giveBack: rule.giveBack };
}

const LATE = { queue: 40 } as const;

test("P37: lets everyone begin while few want to", () => {
  assert.equal(clocked().during(60, { wanting: 8 }), 8 * 60);
});

test("P37: lets no more begin at once than the process can take in", () => {
  const { mayBegin } = clocked();
  assert.equal(Array.from({ length: 500 }, mayBegin).filter(Boolean).length, 16);
});

test("P37: requests that reserve nothing keep nobody out", () => {
  const { mayBegin, giveBack } = clocked();
  for (let one = 0; one < 500; one += 1) {
    assert.equal(mayBegin(), true);
    giveBack();
  }
});

test("P37: lets nobody begin while requests queue, and again once few do", () => {
  const { during, mayBegin } = clocked();
  during(2, LATE);
  assert.equal(mayBegin(), false);
  during(5, { queue: 12 });
  assert.equal(mayBegin(), false, "between the two limits nothing changes");
  during(5, { queue: 2 });
  assert.equal(mayBegin(), true);
  during(5, { queue: 12 });
  assert.equal(mayBegin(), true, "between the two limits nothing changes");
});

test("P37: many requests that are answered at once are no queue", () => {
  const { during, mayBegin } = clocked();
  during(5, { queue: 12, answering: 600 });
  assert.equal(mayBegin(), true);
});

test("P37: requests that are withdrawn are no queue, and no answers either", () => {
  const rule = createLoadRule();
  const { during, mayBegin } = clocked(rule);
  for (let one = 0; one < 500; one += 1) {
    rule.enter();
    rule.withdraw();
  }
  during(5, {});
  assert.equal(mayBegin(), true);
  during(2, LATE);
  for (let one = 0; one < 2_000; one += 1) {
    rule.enter();
    rule.withdraw();
  }
  during(0.25, LATE);
  assert.equal(mayBegin(), false);
});

test("P37: an hour after trouble everyone may begin again", () => {
  const { during } = clocked();
  during(60, { ...LATE, wanting: 200, answering: 10 });
  during(3_600, {});
  assert.equal(during(10, { wanting: 8 }), 80);
});

test("P37: demand that is never served raises the rate up to a limit", () => {
  const { during } = clocked();
  during(1_200, { wanting: 400 });
  assert.ok(during(10, { wanting: 400 }) <= 64 * 10);
});

test("P37: a process that only waits for a slow service lets visitors begin, up to a limit", () => {
  const { during, mayBegin } = clocked();
  during(5, { queue: 60, utilisation: 0.2 });
  assert.equal(mayBegin(), true);
  during(5, { queue: 150, utilisation: 0.2 });
  assert.equal(mayBegin(), false);
});

test("P37: one moment with many requests stops nobody", () => {
  const { during, mayBegin } = clocked();
  during(5, { queue: 2 });
  during(0.25, { queue: 20 });
  assert.equal(mayBegin(), true);
});

test("P37: a few long renders stop nobody, and a queue behind them does", () => {
  const { during, mayBegin } = clocked();
  during(5, { queue: 3, answering: 0 });
  assert.equal(mayBegin(), true);
  during(5, { queue: 12, answering: 0 });
  assert.equal(mayBegin(), false);
});

test("P37: after overload about as many begin as finish", () => {
  const { during } = clocked();
  during(120, { ...LATE, wanting: 200, finishing: 12 });
  during(2, {});
  const began = during(10, { wanting: 200 }) / 10;
  assert.ok(began > 10 && began < 16, `${began} a second`);
});

test("P37: the rate grows while more want to begin and none queue, by less than four times in half a minute", () => {
  const { during } = clocked();
  const first = during(5, { wanting: 200 });
  during(25, { wanting: 200 });
  const later = during(5, { wanting: 200 });
  assert.ok(later > first * 1.3 && later < first * 4, `${first}, then ${later}`);
});
