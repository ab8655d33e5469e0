import assert from "node:assert/strict";
import { test } from "node:test";
import { reasonOf } from "./open-runtime.ts";

test("returns one line, with the error code when the line does not contain it", () => {
  const denied = Object.assign(new Error('password authentication failed for user "shop"'), { code: "28P01" });
  assert.equal(reasonOf(denied), 'password authentication failed for user "shop" (28P01)');
  const refused = Object.assign(new Error("connect ECONNREFUSED ::1:5432"), { code: "ECONNREFUSED" });
  assert.equal(reasonOf(new AggregateError([refused, new Error("other")])), "connect ECONNREFUSED ::1:5432");
  assert.equal(reasonOf(new Error("first line\nsecond line")), "first line");
  assert.equal(reasonOf("text"), "text");
});
