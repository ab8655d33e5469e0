import assert from "node:assert/strict";
import { test } from "node:test";
import { optionText, parseOption } from "./sale.ts";

test("reads back each option that it writes, and nothing else", () => {
  for (const option of ["keep", "refund", { moveTo: 12 }] as const)
    assert.deepEqual(parseOption(optionText(option)), option);
  for (const text of [
    "",
    "move",
    "move-",
    "move-0",
    "move--1",
    "move-1e3",
    "move-1 ",
    "REFUND",
    ["keep"],
    undefined,
    12,
  ])
    assert.equal(parseOption(text), undefined, String(text));
});
