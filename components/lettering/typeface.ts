import { join } from "node:path";
import instrument from "@fontsource/instrument-sans/unicode.json" with { type: "json" };
import noto from "@fontsource/noto-sans/unicode.json" with { type: "json" };
import notoArabic from "@fontsource/noto-sans-arabic/unicode.json" with { type: "json" };

export type Weight = "regular" | "bold";

/** A stretch of text that one font file can draw. */
export type Span = { readonly subset: Subset; readonly text: string };

type Subset = (typeof FILES)[number]["subset"];
type Range = readonly [first: number, last: number];

/** What stands where a letter cannot be drawn: an honest gap instead of an empty box. */
export const GAP = "…";
const NUMBER: Record<Weight, number> = { regular: 400, bold: 600 };

/** Our own typeface first; the others for names and languages whose letters it has not. */
const FILES = [
  { family: "instrument-sans", subset: "latin", letters: instrument.latin },
  { family: "instrument-sans", subset: "latin-ext", letters: instrument["latin-ext"] },
  { family: "noto-sans-arabic", subset: "arabic", letters: notoArabic.arabic },
  { family: "noto-sans", subset: "vietnamese", letters: noto.vietnamese },
  { family: "noto-sans", subset: "greek", letters: noto.greek },
  { family: "noto-sans", subset: "greek-ext", letters: noto["greek-ext"] },
  { family: "noto-sans", subset: "cyrillic", letters: noto.cyrillic },
  { family: "noto-sans", subset: "cyrillic-ext", letters: noto["cyrillic-ext"] },
] as const;

const RANGES = FILES.map(({ subset, letters }) => ({ subset, ranges: rangesOf(letters) }));

/** Every font file that a page may need, under the name that the drawing asks for it by. */
export function fontFiles(): { readonly name: string; readonly path: string }[] {
  return FILES.flatMap(({ family, subset }) =>
    (["regular", "bold"] as const).map((weight) => ({
      name: fontName(subset, weight),
      path: join(
        process.cwd(),
        `node_modules/@fontsource/${family}/files`,
        `${family}-${subset}-${NUMBER[weight]}-normal.woff`,
      ),
    })),
  );
}

export function fontName(subset: Subset, weight: Weight): string {
  return `${subset} ${weight}`;
}

/** The text with one gap for each stretch of words that no file has the letters of, and no space but those they have. */
export function drawable(text: string): string {
  const known = [...text.replaceAll("\u202f", "\u00a0")].map((letter) => (subsetOf(letter) ? letter : GAP)).join("");
  return known.replace(/…(?:\s*…)+/g, GAP);
}

/** Cuts a drawable text where the font file has to change. */
export function spans(text: string): readonly Span[] {
  const found: { subset: Subset; text: string }[] = [];
  for (const letter of text) {
    const subset = subsetOf(letter) ?? "latin";
    const last = found.at(-1);
    if (last?.subset === subset) last.text += letter;
    else found.push({ subset, text: letter });
  }
  return found;
}

function subsetOf(letter: string): Subset | undefined {
  const point = letter.codePointAt(0) ?? 0;
  return RANGES.find(({ ranges }) => ranges.some(([first, last]) => point >= first && point <= last))?.subset;
}

/** Reads a stylesheet's `unicode-range`: "U+0131,U+0152-0153". */
function rangesOf(text: string): readonly Range[] {
  return text.split(",").map((part) => {
    const [first = "0", last = first] = part.replace("U+", "").split("-");
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
  });
}
