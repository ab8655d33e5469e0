import assert from "node:assert/strict";
import { test } from "node:test";
import { codesIn, parseNews } from "./cart-news.ts";

function typed(code: string): FormData {
  const form = new FormData();
  form.set("code", code);
  return form;
}

test("reads only results that have a text", () => {
  assert.deepEqual(parseNews({ codes: "refused", failed: "release" }), { codes: "refused", isReleaseLost: true });
  assert.deepEqual(parseNews({ unknown: "1" }), { isUnknown: true });
  assert.deepEqual(parseNews({ unknown: "yes", failed: "else" }), {});
  for (const codes of ["not_offered", "<b>", ["refused"], undefined]) assert.deepEqual(parseNews({ codes }), {});
});

test("reads at most ten codes, separated by spaces", () => {
  assert.deepEqual(codesIn(typed("  SAVE10   early ")), ["SAVE10", "early"]);
  assert.equal(codesIn(typed("A ".repeat(40))).length, 10);
  assert.deepEqual(codesIn(typed("   ")), []);
  assert.deepEqual(codesIn(new FormData()), []);
});
