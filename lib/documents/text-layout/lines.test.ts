import assert from "node:assert/strict";
import { test } from "node:test";
import { linesThatFit } from "./lines.ts";

/** Accepts lines of at most so many letters of equal width. */
function lines(text: string, width: number, most = 9): readonly string[] {
  return linesThatFit(text, (line) => [...line].length <= width, most);
}

test("Latin words stay whole; one longer than the line is split between letters", () => {
  assert.deepEqual(lines("The Night Garden", 10), ["The Night", "Garden"]);
  assert.deepEqual(lines("www.tickets.example", 10), ["www.ticket", "s.example"]);
  assert.deepEqual(lines("a co-op (R&B) evening", 8), ["a co-op", "(R&B)", "evening"]);
});

test("Japanese and Chinese words without spaces stay whole", () => {
  assert.deepEqual(lines("東京フィルハーモニー交響楽団", 11), ["東京フィルハーモニー", "交響楽団"]);
  assert.deepEqual(lines("北京大学交响乐团", 5), ["北京大学", "交响乐团"]);
  assert.deepEqual(lines("東京Jazz夜", 6), ["東京Jazz", "夜"]);
});

test("Korean text breaks at spaces", () => {
  assert.deepEqual(lines("한국 전통 음악의 밤", 7), ["한국 전통", "음악의 밤"]);
});

test("closing marks never start a line, and opening marks never end one", () => {
  assert.deepEqual(lines("夜、朝。", 3), ["夜、", "朝。"]);
  assert.deepEqual(lines("夜「朝」", 2), ["夜", "「朝", "」"]);
  assert.deepEqual(lines("夜「朝」昼", 3), ["夜", "「朝」", "昼"]);
});

test("a letter of several code points is not cut", () => {
  assert.deepEqual(lines("👩‍🎤👩‍🎤", 4), ["👩‍🎤", "👩‍🎤"]);
});

test("where lines are cut, the last one ends in an ellipsis that fits", () => {
  assert.deepEqual(lines("one two three four", 5, 2), ["one", "two…"]);
  assert.deepEqual(lines("東京東京東京東京", 4, 1), ["東京東…"]);
});
