import assert from "node:assert/strict";
import { test } from "node:test";
import { referenceOf } from "./reference.ts";

test("a reference is eight letters of the attempt, in two groups", () => {
  assert.equal(referenceOf({ id: "f3a912cd-0000-4000-8000-000000000000" }), "F3A9-12CD");
});
