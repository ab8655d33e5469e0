import "server-only";

import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { create, type Font } from "fontkit";
import subsetFont from "subset-font";
import fonts from "#lib/tickets/fonts/package.json" with { type: "json" };
import { withHarfBuzz } from "./shaping.ts";

/** The fonts of the package. Only files that a text needs are read. */
const FAMILIES = Object.keys(fonts.dependencies).map((name) => basename(name));

/** East Asian families, in the order for a text. They have about fifteen thousand letters in a hundred files each. */
export type EastAsian = readonly string[];

const JAPANESE: EastAsian = ["noto-sans-jp", "noto-sans-sc", "noto-sans-kr"];
const CHINESE: EastAsian = ["noto-sans-sc", "noto-sans-jp", "noto-sans-kr"];
const KOREAN: EastAsian = ["noto-sans-kr", "noto-sans-jp", "noto-sans-sc"];

/** Families of one script, whose letters are in one file. */
const SCRIPTS = FAMILIES.filter((family) => !JAPANESE.includes(family));

/** The files of scripts that are written from right to left. */
export const RIGHT_TO_LEFT = /^noto-sans-(arabic|hebrew)-/;

/** Open files stay open: their number is limited. */
const open = new Map<string, Font>();
const opening = new Map<string, Promise<void>>();
const indexes = new Map<string, ReadonlyMap<number, string>>();

/** Opens in each family the files with these letters: the text decides only later which family its Han letters use. */
export async function openSlices(points: readonly number[], weights: readonly number[]): Promise<void> {
  const names = new Set(points.flatMap((point) => FAMILIES.flatMap((family) => indexOf(family).get(point) ?? [])));
  const familyOf = (name: string) => name.replace(/-[^-]+$/, "");
  await Promise.all([...names].flatMap((name) => weights.map((weight) => openFile(familyOf(name), name, weight))));
}

/** Opens a file of a family at one weight, once. */
export function openFile(family: string, name: string, weight: number): Promise<void> {
  return openOnce(name, weight, () => readSlice(family, name, weight));
}

/** Opens the font of a name and a weight, once. */
export function openOnce(name: string, weight: number, read: () => Promise<Font>): Promise<void> {
  const key = `${name} ${weight}`;
  const known = opening.get(key);
  if (known !== undefined) return known;
  const opened = read().then((font) => void open.set(key, font));
  opening.set(key, opened);
  // A file that could not be opened is tried again by the next call.
  opened.catch(() => opening.delete(key));
  return opened;
}

/** Reads a file at one weight. The files are variable and compressed for the web, and a PDF can embed neither. */
async function readSlice(family: string, name: string, weight: number): Promise<Font> {
  const packed = await readFile(join(folderOf(family), "files", `${name}-wght-normal.woff2`));
  const atOneWeight = { targetFormat: "sfnt", variationAxes: { wght: weight }, keepAllGlyphs: true } as const;
  const file = await subsetFont(packed, undefined, atOneWeight);
  return withHarfBuzz(loadByLetter(create(file)), file, RIGHT_TO_LEFT.test(name) ? "rtl" : "ltr");
}

/** Returns the file of a family that has a letter, or `undefined`. The index also lists letters that no file has. */
export function sliceWith(family: string, point: number, weight: number): string | undefined {
  const name = indexOf(family).get(point);
  return name !== undefined && sliceFont(name, weight).hasGlyphForCodePoint(point) ? name : undefined;
}

export function sliceFont(name: string, weight: number): Font {
  const font = open.get(`${name} ${weight}`);
  if (font === undefined) throw new Error(`${name} is not open: call openLetters with the text before drawing it`);
  return font;
}

/** Returns the file of each letter, read on the first call. */
function indexOf(family: string): ReadonlyMap<number, string> {
  const known = indexes.get(family);
  if (known !== undefined) return known;
  const lists: Record<string, string> = JSON.parse(readFileSync(join(folderOf(family), "unicode.json"), "utf8"));
  const index = new Map<number, string>();
  for (const [key, letters] of Object.entries(lists)) {
    // The other files of a family have the letters of Europe, which our own typeface has.
    const part = family.endsWith(`-${key}`) ? key : /\d+/.exec(key)?.[0];
    if (part === undefined) continue;
    for (const [first, last] of rangesOf(letters)) {
      for (let point = first; point <= last; point++) index.set(point, `${family}-${part}`);
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

/** Every weight of a file has the same letters. */
const ANY_WEIGHT = 400;

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

/** Returns the file that has a letter. Marks and signs of several scripts are in several families. */
export function sliceOf(order: EastAsian, point: number): string | undefined {
  for (const family of [...SCRIPTS, ...order]) {
    const name = sliceWith(family, point, ANY_WEIGHT);
    if (name !== undefined) return name;
  }
  return undefined;
}
