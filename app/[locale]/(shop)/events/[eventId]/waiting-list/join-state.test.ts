import assert from "node:assert/strict";
import { test } from "node:test";
import { ANY_DATE, firstDate } from "./join-state.ts";

test("of several sold-out dates beside one on sale none is chosen for the visitor; a single one is, and all where all are", () => {
  const [first, second] = [{ id: 31 }, { id: 32 }];
  assert.equal(firstDate([first, second], false), "");
  assert.equal(firstDate([first], false), "31");
  assert.equal(firstDate([first, second], true), ANY_DATE);
  assert.equal(firstDate([], false), "");
});
