import assert from "node:assert/strict";
import { test } from "node:test";
import { excerpt } from "./excerpt.ts";

test("a text that fits stays whole, on one line", () => {
  assert.equal(excerpt("  One night.\n\nOne lamp. ", 24), "One night. One lamp.");
  assert.equal(excerpt("twelve chars", 12), "twelve chars");
});

test("a longer one ends after a whole word", () => {
  assert.equal(excerpt("One night, one lamp, one storm", 22), "One night, one lamp…");
  assert.equal(excerpt("One night, one lamp and more", 20), "One night, one lamp…");
});

test("Japanese, without spaces, ends between letters", () => {
  assert.equal(excerpt("東京の夜の長い長い物語", 6), "東京の夜の…");
  assert.equal(excerpt("夜 東京の夜の長い長い物語", 6), "夜 東京の…");
});
