import assert from "node:assert/strict";
import test, { mock } from "node:test";
import { measureEventLoop } from "./event-loop.ts";

test("P37: returns the usual delay of the event loop, of which one long turn is a fifth", () => {
  mock.timers.enable({ apis: ["setInterval"] });
  let now = 0;
  const delayMs = measureEventLoop(() => now);
  const turn = (ms: number) => {
    now += ms;
    mock.timers.tick(50);
  };
  turn(50);
  assert.equal(delayMs(), 0);
  now += 1_050;
  assert.equal(delayMs(), 200, "a turn that still lasts");
  mock.timers.tick(50);
  assert.equal(delayMs(), 200, "a turn that has ended");
  turn(1_050);
  assert.equal(delayMs(), 360);
  for (let at = 0; at < 40; at += 1) turn(50);
  assert.ok(delayMs() < 1);
  mock.timers.reset();
});
