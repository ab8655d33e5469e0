import assert from "node:assert/strict";
import { test } from "node:test";
import { codesIn, parseNews } from "./cart-news.ts";

function typed(code: string): FormData {
  const form = new FormData();
  form.set("code", code);
  return form;
}

test("an address says only what there are words for", () => {
  assert.deepEqual(parseNews({ codes: "refused", failed: "release" }), { codes: "refused", isReleaseLost: true });
  assert.deepEqual(parseNews({ unknown: "1" }), { isUnknown: true });
  assert.deepEqual(parseNews({ unknown: "yes", failed: "else" }), {});
  for (const codes of ["not_offered", "<b>", ["refused"], undefined]) assert.deepEqual(parseNews({ codes }), {});
});

test("several codes have spaces between them, and no more than ten are read", () => {
  assert.deepEqual(codesIn(typed("  SAVE10   early ")), ["SAVE10", "early"]);
  assert.equal(codesIn(typed("A ".repeat(40))).length, 10);
  assert.deepEqual(codesIn(typed("   ")), []);
  assert.deepEqual(codesIn(new FormData()), []);
});
