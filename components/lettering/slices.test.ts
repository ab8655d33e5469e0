import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { create, type Font } from "fontkit";
import { fontFrom } from "#components/lettering/sfnt.ts";
import { sliceFont, sliceWith } from "#components/lettering/slices.ts";
import { tablesOf } from "#components/lettering/woff2.ts";

const FOLDERS = ["jp", "sc", "kr"].map(
  (country) => new URL(`../../node_modules/@fontsource-variable/noto-sans-${country}/files/`, import.meta.url),
);
const FILES = FOLDERS.flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => /-\d+-wght/.test(name))
    .map((name) => new URL(name, folder)),
);

test("every file of the large families can be read", () => {
  assert.ok(FILES.length > 300);
  for (const file of FILES) assert.ok(create(fontFrom(tablesOf(readFileSync(file)))).numGlyphs > 1, file.pathname);
});

test("outlines and widths are those that the library finds in the small form", () => {
  for (const file of FILES.filter((_, index) => index % 25 === 0)) {
    const packed = create(readFileSync(file));
    const plain = create(fontFrom(tablesOf(readFileSync(file))));
    assert.equal(plain.numGlyphs, packed.numGlyphs);
    for (let index = 0; index < plain.numGlyphs; index++)
      assert.deepEqual(shapeOf(plain, index), shapeOf(packed, index));
  }
});

test("a font at one weight draws what the varying one draws at that weight, and at no other", () => {
  const name = sliceWith("noto-sans-jp", "太".codePointAt(0) ?? 0) ?? "";
  const folder = FOLDERS[0] ?? "";
  const varying = create(fontFrom(tablesOf(readFileSync(new URL(`${name}-wght-normal.woff2`, folder)))));
  const bold = sliceFont(name, 600);
  for (let index = 1; index < bold.numGlyphs; index++) {
    assert.equal(distance(bold, varying.getVariation({ wght: 600 }), index) <= 1, true);
  }
  const index = bold.layout("太").glyphs[0]?.id ?? 0;
  assert.ok(distance(bold, varying.getVariation({ wght: 400 }), index) > 5);
});

test("a family has the letters that its files keep, whatever its list promises", () => {
  assert.match(sliceWith("noto-sans-kr", "한".codePointAt(0) ?? 0) ?? "", /^noto-sans-kr-\d+$/);
  assert.equal(sliceWith("noto-sans-jp", "한".codePointAt(0) ?? 0), undefined);
  assert.equal(sliceWith("noto-sans-sc", "坶".codePointAt(0) ?? 0), undefined);
});

test("what is no such font is refused", () => {
  assert.throws(() => tablesOf(new TextEncoder().encode("wOFF and something more")), /no WOFF2 font/);
});

function shapeOf(font: Font, index: number) {
  const { path, advanceWidth } = font.getGlyph(index);
  return { path: path.toSVG(), advanceWidth };
}

/** How far the points of one letter lie from each other in two fonts, at most. */
function distance(one: Font, other: Font, index: number): number {
  const [a, b] = [one, other].map((font) => font.getGlyph(index).path.commands.flatMap(({ args }) => args));
  assert.equal(a?.length, b?.length);
  return Math.max(...(a ?? []).map((value, at) => Math.abs(value - (b?.[at] ?? 0))));
}
