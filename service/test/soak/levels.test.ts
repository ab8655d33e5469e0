import assert from "node:assert/strict";
import test from "node:test";
import { growing } from "./levels.ts";

const NONE = () => 0;
const samplesOf = (measure: (at: number) => number) => Array.from({ length: 30 }, (_, at) => ({ rows: measure(at) }));

test("accepts a measure that is level after the warm-up, with noise and with what its slack allows", () => {
  assert.deepEqual(
    growing(
      samplesOf((at) => Math.min(at, 10) * 100 + (at % 3) * 20),
      NONE,
    ),
    [],
  );
  assert.deepEqual(
    growing(
      samplesOf((at) => at),
      () => 20,
    ),
    [],
  );
  assert.deepEqual(
    growing(
      samplesOf((at) => 1_000 - at),
      NONE,
    ),
    [],
  );
});

test("reports a measure that goes on growing, slowly or from nothing", () => {
  assert.deepEqual(
    growing(
      samplesOf((at) => 100 + at * 5),
      NONE,
    ),
    ["rows grows: 175, then 225"],
  );
  assert.equal(
    growing(
      samplesOf((at) => (at < 20 ? 0 : 1)),
      NONE,
    ).length,
    1,
  );
});

test("needs three samples", () => {
  assert.throws(() => growing(samplesOf(() => 1).slice(0, 2), NONE), /three at least/);
});
