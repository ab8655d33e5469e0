import "server-only";

import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { create, type Font } from "fontkit";
import subsetFont from "subset-font";

/**
 * East Asian fonts have about fifteen thousand letters in a hundred files: only the files that a text needs are read.
 */
export type Family = "noto-sans-jp" | "noto-sans-sc" | "noto-sans-kr";

const FAMILIES: readonly Family[] = ["noto-sans-jp", "noto-sans-sc", "noto-sans-kr"];

/** Open files stay open: their number is limited. */
const open = new Map<string, Font>();
const opening = new Map<string, Promise<void>>();
const indexes = new Map<Family, ReadonlyMap<number, string>>();

/** Opens in each family the files with these letters: the text decides only later which family its Han letters use. */
export async function openSlices(points: readonly number[], weights: readonly number[]): Promise<void> {
  const names = new Set(points.flatMap((point) => FAMILIES.flatMap((family) => indexOf(family).get(point) ?? [])));
  await Promise.all([...names].flatMap((name) => weights.map((weight) => openedOnce(name, weight))));
}

function openedOnce(name: string, weight: number): Promise<void> {
  const key = `${name} ${weight}`;
  const known = opening.get(key);
  if (known !== undefined) return known;
  const opened = openSlice(name, weight);
  opening.set(key, opened);
  // A file that could not be opened is tried again by the next call.
  opened.catch(() => opening.delete(key));
  return opened;
}

/** Opens a file at one weight. The files are variable and compressed for the web, and a PDF can embed neither. */
async function openSlice(name: string, weight: number): Promise<void> {
  const family = name.replace(/-\d+$/, "");
  const packed = await readFile(join(folderOf(family), "files", `${name}-wght-normal.woff2`));
  const atOneWeight = { targetFormat: "sfnt", variationAxes: { wght: weight }, keepAllGlyphs: true } as const;
  open.set(`${name} ${weight}`, loadByLetter(create(await subsetFont(packed, undefined, atOneWeight))));
}

/** Returns the file of a family that has a letter, or `undefined`. The index also lists letters that no file has. */
export function sliceWith(family: Family, point: number, weight: number): string | undefined {
  const name = indexOf(family).get(point);
  return name !== undefined && sliceFont(name, weight).hasGlyphForCodePoint(point) ? name : undefined;
}

export function sliceFont(name: string, weight: number): Font {
  const font = open.get(`${name} ${weight}`);
  if (font === undefined) throw new Error(`${name} is not open: call openLetters with the text before drawing it`);
  return font;
}

/** Returns the file of each letter, read on the first call. */
function indexOf(family: Family): ReadonlyMap<number, string> {
  const known = indexes.get(family);
  if (known !== undefined) return known;
  const lists: Record<string, string> = JSON.parse(readFileSync(join(folderOf(family), "unicode.json"), "utf8"));
  const index = new Map<number, string>();
  for (const [key, letters] of Object.entries(lists)) {
    const [, number] = /^\[(\d+)\]$/.exec(key) ?? [];
    if (number === undefined) continue;
    for (const [first, last] of rangesOf(letters)) {
      for (let point = first; point <= last; point++) index.set(point, `${family}-${number}`);
    }
  }
  indexes.set(family, index);
  return index;
}

/** Returns the ranges of a stylesheet's `unicode-range`: "U+0131,U+0152-0153". */
export function rangesOf(letters: string): readonly (readonly [first: number, last: number])[] {
  return letters.split(",").map((part) => {
    const [first = "0", last = first] = part.replace("U+", "").split("-");
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
  });
}

function folderOf(family: string): string {
  return join(process.cwd(), "node_modules/@fontsource-variable", family);
}

/**
 * Loads every glyph of a font by its letter. The font caches a glyph as it was first loaded: a full stop that was first
 * drawn as part of "…" would have no letter, and could not be copied from a PDF.
 */
export function loadByLetter(font: Font): Font {
  for (const point of font.characterSet) font.glyphForCodePoint(point);
  return font;
}

/** The font families in the order in which a letter is looked up. */
export type EastAsian = readonly Family[];

/** Every weight of a file has the same letters. */
const ANY_WEIGHT = 400;
const JAPANESE: EastAsian = ["noto-sans-jp", "noto-sans-sc", "noto-sans-kr"];
const CHINESE: EastAsian = ["noto-sans-sc", "noto-sans-jp", "noto-sans-kr"];
const KOREAN: EastAsian = ["noto-sans-kr", "noto-sans-jp", "noto-sans-sc"];

/**
 * Returns the families for a text. Han letters differ slightly between countries, and a text does not name its country.
 * Kana and Hangul identify Japanese and Korean; of other texts, those that the Japanese fonts cannot write are Chinese.
 */
export function eastAsianOf(text: string): EastAsian {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return JAPANESE;
  if (/\p{Script=Hangul}/u.test(text)) return KOREAN;
  const han = text.match(/\p{Script=Han}/gu) ?? [];
  return han.every((letter) => sliceWith("noto-sans-jp", letter.codePointAt(0) ?? 0, ANY_WEIGHT)) ? JAPANESE : CHINESE;
}

export function eastAsianFile(order: EastAsian, point: number): string | undefined {
  for (const family of order) {
    const name = sliceWith(family, point, ANY_WEIGHT);
    if (name !== undefined) return name;
  }
  return undefined;
}
