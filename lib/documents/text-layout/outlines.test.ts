import assert from "node:assert/strict";
import { test } from "node:test";
import { outlinesOf } from "./outlines.ts";

const STYLE = { weight: "bold", size: 40 } as const;

test("a text is broken into lines that fit", () => {
  const lines = outlinesOf("The Lighthouse Keeper’s Daughter", STYLE, 400, 3);
  assert.equal(lines.length, 2);
  assert.ok(lines.every(({ width }) => width > 0 && width <= 400));
});

test("lines that are cut end in an ellipsis, and so does a word that is too wide", () => {
  const all = outlinesOf("one two three four five six seven eight", STYLE, 200, 9);
  const some = outlinesOf("one two three four five six seven eight", STYLE, 200, 2);
  assert.ok(all.length > 2);
  assert.equal(some.length, 2);
  const [word] = outlinesOf("x".repeat(80), STYLE, 300, 1);
  assert.ok((word?.width ?? 999) <= 300);
});

test("letters become paths of their size, with Arabic letters joined", () => {
  const [small] = outlinesOf("Abc", { weight: "regular", size: 10 }, 500, 1);
  const [large] = outlinesOf("Abc", { weight: "regular", size: 20 }, 500, 1);
  assert.match(small?.d ?? "", /^M -?[\d.]+ -?[\d.]+/);
  assert.equal(Math.round((large?.width ?? 0) / (small?.width ?? 1)), 2);
  const [joined] = outlinesOf("ليل", STYLE, 500, 1);
  const apart = ["ل", "ي", "ل"].reduce((sum, letter) => sum + (outlinesOf(letter, STYLE, 500, 1)[0]?.width ?? 0), 0);
  assert.ok((joined?.width ?? apart) < apart);
});
