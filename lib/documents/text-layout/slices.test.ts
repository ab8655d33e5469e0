import assert from "node:assert/strict";
import { before, test } from "node:test";
import { openSlices, sliceFont, sliceWith } from "./slices.ts";

const LETTERS = [..."太한坶"].map(pointOf);

before(() => openSlices(LETTERS, [400, 600]));

test("draws a letter at the requested weight only", () => {
  const name = sliceWith("noto-sans-jp", pointOf("太"), 600) ?? "";
  const [regular, bold] = [400, 600].map((weight) => sliceFont(name, weight).layout("太").glyphs[0]?.path.toSVG());
  assert.ok(bold?.startsWith("M"));
  assert.notEqual(bold, regular);
});

test("a family has the letters of its files, whatever its index lists", () => {
  assert.match(sliceWith("noto-sans-kr", pointOf("한"), 400) ?? "", /^noto-sans-kr-\d+$/);
  assert.equal(sliceWith("noto-sans-jp", pointOf("한"), 400), undefined);
  assert.equal(sliceWith("noto-sans-sc", pointOf("坶"), 400), undefined);
});

test("throws for a letter whose file is not open", () => {
  assert.throws(() => sliceWith("noto-sans-jp", pointOf("太"), 900), /call openLetters/);
});

function pointOf(letter: string): number {
  return letter.codePointAt(0) ?? 0;
}
