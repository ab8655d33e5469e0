import assert from "node:assert/strict";
import { test } from "node:test";
import { isNearWord } from "./near-word.ts";

for (const [typed, word, isNear] of [
  ["cirkus", "circus", true],
  ["glas", "glass", true],
  ["lighthose", "lighthouse", true],
  ["lihgthouse", "lighthouse", true],
  ["lihgthose", "lighthouse", true],
  ["ligthose", "lighthouse", true],
  ["lite", "lights", false],
  ["cirkos", "circus", false],
  ["lgthose", "lighthouse", false],
  ["cat", "cut", false],
  ["cat", "cat", true],
  ["", "", true],
] as const)
  test(`${typed} is ${isNear ? "" : "not "}near ${word}`, () => assert.equal(isNearWord(typed, word), isNear));

test("a long typed text is compared as it is", () => {
  const long = "a".repeat(10_000);
  assert.equal(isNearWord(long, `${long}b`), false);
  assert.equal(isNearWord(long, long), true);
});
