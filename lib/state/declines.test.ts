import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { isSurgeOfDeclines, recordCardResult } from "./declines.ts";

const MINUTE = 60_000;
let now = 0;
// Each test starts after the window of the last one.
beforeEach(() => {
  now += 60 * MINUTE;
});

function answer(times: number, isDeclined: boolean): void {
  for (let at = 0; at < times; at += 1) recordCardResult(isDeclined, now);
}

test("twenty declines among few approvals are a surge, nineteen are none", () => {
  answer(19, true);
  assert.equal(isSurgeOfDeclines(now), false);
  answer(1, true);
  assert.equal(isSurgeOfDeclines(now), true);
});

test("a busy shop with many approvals has no surge", () => {
  answer(40, true);
  answer(40, false);
  assert.equal(isSurgeOfDeclines(now), false);
});

test("a surge is over ten minutes after its declines", () => {
  answer(30, true);
  assert.equal(isSurgeOfDeclines(now + 10 * MINUTE - 1), true);
  assert.equal(isSurgeOfDeclines(now + 10 * MINUTE), false);
});
