import "server-only";

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import instrument from "@fontsource/instrument-sans/unicode.json" with { type: "json" };
import noto from "@fontsource/noto-sans/unicode.json" with { type: "json" };
import { create, type Font } from "fontkit";
import subsetFont from "subset-font";
import {
  type EastAsian,
  eastAsianOf,
  loadByLetter,
  openFile,
  openOnce,
  openSlices,
  rangesOf,
  sliceFont,
  sliceOf,
} from "./slices.ts";

/** `title`: the display typeface of the pages, and bold letters for what it does not have. */
export type Weight = "regular" | "bold" | "title";

/** A part of a text that one font file can draw. */
export type Span = { readonly subset: string; readonly text: string };

/** Drawn in place of letters without a font, instead of an empty box. */
export const GAP = "…";
const NUMBER: Record<Weight, number> = { regular: 400, bold: 600, title: 600 };
const NUMBERS = [...new Set(Object.values(NUMBER))];

/** The display typeface, which has all letters of our own text typeface, at the weight of the pages' titles. */
const TITLES = new Map([
  ["latin", "bricolage-grotesque-latin"],
  ["latin-ext", "bricolage-grotesque-latin-ext"],
]);
const TITLE_NUMBER = 740;

/** Our own typeface first; the others for letters that it does not have. */
const FILES = [
  { subset: "latin", file: "instrument-sans-latin", letters: instrument.latin },
  { subset: "latin-ext", file: "instrument-sans-latin-ext", letters: instrument["latin-ext"] },
  { subset: "vietnamese", file: "noto-sans-vietnamese", letters: noto.vietnamese },
  { subset: "greek", file: "noto-sans-greek", letters: noto.greek },
  { subset: "greek-ext", file: "noto-sans-greek-ext", letters: noto["greek-ext"] },
  { subset: "cyrillic", file: "noto-sans-cyrillic", letters: noto.cyrillic },
  { subset: "cyrillic-ext", file: "noto-sans-cyrillic-ext", letters: noto["cyrillic-ext"] },
  { subset: "devanagari", file: "noto-sans-devanagari", letters: noto.devanagari },
  { subset: "noto-latin", file: "noto-sans-latin", letters: noto.latin },
  { subset: "noto-latin-ext", file: "noto-sans-latin-ext", letters: noto["latin-ext"] },
].map(({ letters, ...file }) => ({ ...file, ranges: rangesOf(letters) }));
type OwnFile = (typeof FILES)[number];

const OWN_FILES = new Map(FILES.map(({ subset, file }) => [subset, file]));

/** Direction marks and isolates, which have no shape. */
export const MARK = /[\u061c\u200e\u200f\u2066-\u2069]/;

/** Signs that shape the letter before them, in many scripts: accents, joiners, variation selectors. */
const SHAPES_LETTER = /[\p{Script=Inherited}\u200c\u200d]/u;

/** Emoji and their parts, save for those that are also letters or digits. */
const EMOJI = /\p{Extended_Pictographic}|\p{Emoji_Component}/u;

/** Opens the files of the letters in a value, at any depth. A letter of a file that is not open cannot be drawn. */
export async function openLetters(words: unknown): Promise<void> {
  // A gap needs the first file.
  const typed = [...new Set(JSON.stringify(words).normalize("NFC") + GAP)];
  const letters = [...new Set(typed.flatMap((letter) => [letter, ...plainForm(letter)]))];
  await openOwnFiles(letters);
  const points = letters
    .filter((letter) => ownFile(letter) === undefined && !SHAPES_LETTER.test(letter) && !MARK.test(letter))
    .map((letter) => letter.codePointAt(0) ?? 0);
  await Promise.all([
    openSlices(points, NUMBERS),
    ...[...TITLES.values()].map((name) => openFile("bricolage-grotesque", name, TITLE_NUMBER)),
  ]);
}

/** Opens those of our own files that have these letters: a later file where the ones before it lack a letter. */
async function openOwnFiles(letters: readonly string[]): Promise<void> {
  let missing = letters;
  for (const file of FILES) {
    const listed = missing.filter((letter) => isIn(file, letter));
    if (listed.length === 0) continue;
    await Promise.all(NUMBERS.map((number) => openOnce(file.file, number, () => readOwn(file.file, number))));
    missing = missing.filter((letter) => !(listed.includes(letter) && has(file, letter)));
  }
}

/** The files are compressed for the web: drawn from those, each letter would decompress its table of the font again. */
async function readOwn(file: string, number: number): Promise<Font> {
  const [family] = /^instrument-sans|^noto-sans/.exec(file) ?? [""];
  const folder = join(process.cwd(), "node_modules/@fontsource", family, "files");
  const packed = await readFile(join(folder, `${file}-${number}-normal.woff2`));
  return loadByLetter(create(await subsetFont(packed, undefined, { targetFormat: "sfnt", keepAllGlyphs: true })));
}

/** Returns the font of one span. */
export function fontOf(subset: string, weight: Weight): Font {
  const title = weight === "title" ? TITLES.get(subset) : undefined;
  if (title !== undefined) return sliceFont(title, TITLE_NUMBER);
  return sliceFont(OWN_FILES.get(subset) ?? subset, NUMBER[weight]);
}

export function fontName(subset: string, weight: Weight): string {
  return `${subset} ${weight}`;
}

/**
 * Returns the text with one gap for each run of letters without a font, and only spaces that the fonts have. Letters of fancy alphabets
 * without a font are plain ones. Emoji and signs without a font, and characters without a shape of their own, leave no gap.
 */
export function drawable(text: string): string {
  return lettersDrawn(text)
    .map((letter) => letter ?? GAP)
    .join("")
    .replace(/…(?:\s*…)+/g, GAP)
    .replaceAll(NO_TRACE, "");
}

/** Returns whether a font has each letter of a text, in its own or in its plain form, and something of it can be drawn. */
export function isDrawable(text: string): boolean {
  return !lettersDrawn(text).includes(undefined) && drawable(text).trim() !== "";
}

/** Returns each letter as it is drawn; `undefined` for one without a font. */
function lettersDrawn(text: string): readonly (string | undefined)[] {
  const plain = text
    .normalize("NFC")
    .replaceAll("\u202f", "\u00a0")
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ");
  return lettersWithFiles(plain, eastAsianOf(plain)).map(({ letter, subset }) => (subset ? letter : insteadOf(letter)));
}

/** Stands for an emoji or a sign that is left out; with it goes one of the spaces around it. */
const NO_TRACE = /^\uffff+\s*|\s*\uffff+(?=[\s,.;:!?]|$)|\uffff/g;

function insteadOf(letter: string): string | undefined {
  if (MARK.test(letter)) return letter;
  if (/\p{Zs}/u.test(letter)) return " ";
  const form = plainForm(letter);
  if (form !== letter && [...form].every((one) => ownFile(one) ?? sliceOf(eastAsianOf(form), one.codePointAt(0) ?? 0)))
    return form;
  if (/[\p{Cf}\p{M}]/u.test(letter) && !EMOJI.test(letter)) return "";
  return /[\p{L}\p{N}]/u.test(letter) ? undefined : "\uffff";
}

/** Returns a letter of a fancy alphabet as the plain one: "A" for "𝒜". */
function plainForm(letter: string): string {
  return letter.normalize("NFKC");
}

/** Splits a drawable text where the font file changes. */
export function spans(text: string, order: EastAsian = eastAsianOf(text)): readonly Span[] {
  const found: { subset: string; text: string }[] = [];
  for (const { letter, subset = "latin" } of lettersWithFiles(text, order)) {
    const last = found.at(-1);
    if (last?.subset === subset) last.text += letter;
    else found.push({ subset, text: letter });
  }
  return found;
}

type LetterWithFile = { readonly letter: string; readonly subset: string | undefined };

/** Returns each letter with the subset that has it. What shapes the letter before it comes from the same file, or from none. */
function lettersWithFiles(text: string, order: EastAsian): readonly LetterWithFile[] {
  let before: string | undefined;
  return [...text].map((letter) => {
    const point = letter.codePointAt(0) ?? 0;
    const isPart = /\p{M}/u.test(letter) || SHAPES_LETTER.test(letter);
    if (isPart && before !== undefined && fontOf(before, "regular").hasGlyphForCodePoint(point)) {
      return { letter, subset: before };
    }
    const subset = ownFile(letter) ?? (isPart || MARK.test(letter) ? undefined : sliceOf(order, point));
    before = subset;
    return { letter, subset };
  });
}

/** Returns the subset of our own file that has a letter. */
function ownFile(letter: string): string | undefined {
  if (/\p{Cf}/u.test(letter)) return undefined;
  return FILES.find((file) => isIn(file, letter) && has(file, letter))?.subset;
}

function has({ subset }: OwnFile, letter: string): boolean {
  return fontOf(subset, "regular").hasGlyphForCodePoint(letter.codePointAt(0) ?? 0);
}

/** Returns whether the stylesheet of a file lists a letter, which the file may lack even so. */
function isIn({ ranges }: OwnFile, letter: string): boolean {
  const point = letter.codePointAt(0) ?? 0;
  return ranges.some(([first, last]) => point >= first && point <= last);
}
