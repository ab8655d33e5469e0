import assert from "node:assert/strict";
import { test } from "node:test";
import { partOfList } from "./part-of-list.ts";

const ALL = Array.from({ length: 45 }, (_, at) => at);

test("a list has twenty on a page, and the rest on the last one", () => {
  assert.deepEqual(partOfList(ALL, "1"), { shown: ALL.slice(0, 20), page: 1, pages: 3 });
  assert.deepEqual(partOfList(ALL, "3"), { shown: ALL.slice(40), page: 3, pages: 3 });
  assert.deepEqual(partOfList([], undefined), { shown: [], page: 1, pages: 1 });
});

test("a page that there is not means the nearest one, and what is no number the first", () => {
  assert.equal(partOfList(ALL, "9").page, 3);
  for (const page of ["-1", "0", "x", undefined, ["2", "3"]]) assert.equal(partOfList(ALL, page).page, 1);
});
