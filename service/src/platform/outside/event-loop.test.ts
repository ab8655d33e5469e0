import assert from "node:assert/strict";
import test, { mock } from "node:test";
import { measureEventLoop } from "./event-loop.ts";

test("P37: returns the usual delay of the event loop, which two long turns do not change", () => {
  mock.timers.enable({ apis: ["setInterval"] });
  let now = 0;
  const delayMs = measureEventLoop(() => now);
  const turn = (ms: number) => {
    now += ms;
    mock.timers.tick(50);
    return delayMs();
  };
  assert.equal(turn(50), 0);
  assert.deepEqual([turn(5_050), turn(3_050)], [0, 0], "two long turns");
  assert.equal(turn(350), 300, "a third");
  assert.deepEqual([turn(50), turn(50), turn(50)], [300, 300, 0]);
  mock.timers.reset();
});
