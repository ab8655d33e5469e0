import { join } from "node:path";
import subsets from "@fontsource/instrument-sans/unicode.json" with { type: "json" };

export type Weight = "regular" | "bold";

/** A stretch of text that one font file can draw. */
export type Span = { readonly subset: Subset; readonly text: string };

type Subset = keyof typeof subsets;

/** What stands where a letter cannot be drawn: an honest gap instead of an empty box. */
export const GAP = "…";
const SUBSETS = ["latin", "latin-ext"] as const satisfies readonly Subset[];
const NUMBER: Record<Weight, number> = { regular: 400, bold: 600 };
const RANGES = Object.fromEntries(SUBSETS.map((subset) => [subset, rangesOf(subsets[subset])])) as Record<
  Subset,
  readonly Range[]
>;

type Range = readonly [first: number, last: number];

/** Every font file that a page may need, under the name that the drawing asks for it by. */
export function fontFiles(): { readonly name: string; readonly path: string }[] {
  return SUBSETS.flatMap((subset) =>
    (["regular", "bold"] as const).map((weight) => ({
      name: fontName(subset, weight),
      path: join(
        process.cwd(),
        "node_modules/@fontsource/instrument-sans/files",
        `instrument-sans-${subset}-${NUMBER[weight]}-normal.woff`,
      ),
    })),
  );
}

export function fontName(subset: Subset, weight: Weight): string {
  return `${subset} ${weight}`;
}

/** Cuts a text where the font file has to change. Words that no file has the letters of become one gap. */
export function spans(text: string): readonly Span[] {
  const drawable = [...text].map((letter) => (subsetOf(letter) ? letter : GAP)).join("");
  const found: { subset: Subset; text: string }[] = [];
  for (const letter of drawable.replace(/…(?:\s*…)+/g, GAP)) {
    const subset = subsetOf(letter) ?? "latin";
    const last = found.at(-1);
    if (last?.subset === subset) last.text += letter;
    else found.push({ subset, text: letter });
  }
  return found;
}

function subsetOf(letter: string): Subset | undefined {
  const point = letter.codePointAt(0) ?? 0;
  return SUBSETS.find((subset) => RANGES[subset].some(([first, last]) => point >= first && point <= last));
}

/** Reads a stylesheet's `unicode-range`: "U+0131,U+0152-0153". */
function rangesOf(text: string): readonly Range[] {
  return text.split(",").map((part) => {
    const [first = "0", last = first] = part.replace("U+", "").split("-");
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
  });
}
