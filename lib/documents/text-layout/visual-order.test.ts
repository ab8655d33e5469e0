import assert from "node:assert/strict";
import { test } from "node:test";
import { directionOf, spansInOrder } from "./visual-order.ts";

/** Returns the text in visual order; an Arabic span is reversed and joined by its font. */
function onPaper(line: string, direction: "ltr" | "rtl"): readonly string[] {
  return spansInOrder(line, { ...directionOf(line), direction }).map(({ text }) => text);
}

test("the first letter with a direction decides", () => {
  assert.equal(directionOf("14 Bond Store Lane").direction, "ltr");
  assert.equal(directionOf("ليالي Nights").direction, "rtl");
  assert.equal(directionOf("2026").direction, "ltr");
});

test("Latin text stays unchanged", () => {
  assert.deepEqual(onPaper("The Tempest (2)", "ltr"), ["The Tempest (2)"]);
});

test("Arabic words are in order from right to left, digits and Latin words among them from left to right", () => {
  assert.deepEqual(onPaper("التذكرة 1 من 12", "rtl"), ["12", " ", "من", " ", "1", " ", "التذكرة"]);
  assert.deepEqual(onPaper("مسرح Foyer", "rtl"), ["Foyer", " ", "مسرح"]);
});

test("brackets and full stops follow the direction of the words, and brackets are mirrored", () => {
  assert.deepEqual(onPaper("مقعد (الشرفة).", "rtl"), [".(", "الشرفة", ") ", "مقعد"]);
});

test("an Arabic name in an English line keeps its own order", () => {
  assert.deepEqual(onPaper("For ليلى الخطيب, Ada", "ltr"), ["For ", "الخطيب", " ", "ليلى", ", Ada"]);
});

test("a direction mark keeps a sign with its letters, and is not drawn", () => {
  assert.deepEqual(onPaper("\u200f48.50 NZ$\u200e", "rtl"), ["NZ$", " ", "48.50"]);
  assert.deepEqual(onPaper("\u200f48.50 NZ$", "rtl"), ["$", "NZ", " ", "48.50"]);
});
