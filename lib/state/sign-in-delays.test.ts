import assert from "node:assert/strict";
import { test } from "node:test";
import { forgetSignInTries, takeSignInTry } from "./sign-in-delays.ts";

const HOME = "192.0.2.0/24";
const AWAY = "198.51.100.0/24";

function tries(name: string, count: number, network: string | undefined, nowMs: number): readonly number[] {
  return Array.from({ length: count }, () => takeSignInTry(name, network, nowMs));
}

test("ten wrong tries are free, then each doubles the wait for the next, up to half a minute", () => {
  assert.deepEqual(tries("ada", 12, HOME, 0), [...Array(10).fill(0), 1, 1]);
  const waits: number[] = [];
  let nowMs = 1_000;
  for (let count = 0; count < 7; count += 1) {
    assert.equal(takeSignInTry("ada", HOME, nowMs), 0);
    const wait = takeSignInTry("ada", HOME, nowMs);
    waits.push(wait);
    nowMs += wait * 1000;
  }
  assert.deepEqual(waits, [2, 4, 8, 16, 30, 30, 30]);
});

test("a try that came too soon does not extend the wait", () => {
  tries("grace", 10, HOME, 0);
  assert.deepEqual(tries("grace", 50, HOME, 500), Array(50).fill(1));
  assert.equal(takeSignInTry("grace", HOME, 1_000), 0);
});

test("delays a name in any letter case, and only on the network that guesses", () => {
  tries("Mary@Example.com", 10, AWAY, 0);
  assert.equal(takeSignInTry(" mary@example.com ", AWAY, 0), 1);
  assert.equal(takeSignInTry("mary@example.com", HOME, 0), 0);
  assert.equal(takeSignInTry("another", AWAY, 0), 0);
});

test("a sign-in, or a quarter of an hour, resets the wait", () => {
  tries("joan", 10, HOME, 0);
  forgetSignInTries("JOAN", HOME);
  assert.deepEqual(tries("joan", 11, HOME, 0), [...Array(10).fill(0), 1]);
  assert.deepEqual(tries("joan", 10, HOME, 15 * 60 * 1000), Array(10).fill(0));
});
