import { readFileSync } from "node:fs";
import { join } from "node:path";
import { create, type Font } from "fontkit";
import { fontFrom } from "#components/lettering/sfnt.ts";
import { atOneWeight } from "#components/lettering/weight.ts";
import { tablesOf } from "#components/lettering/woff2.ts";

/** A part of a large family, a hundred letters or two: no more is read than a text needs. */
type Slice = { readonly varying: Font; at(weight: number): Font };

/** Fonts of East Asia hold some fifteen thousand letters each, in a hundred files. */
export type Family = "noto-sans-jp" | "noto-sans-sc" | "noto-sans-kr";

/** So many are kept open: more than a ticket's names need at once, and a fixed part of the memory. */
const MOST_OPEN = 64;
const open = new Map<string, Slice>();
const indexes = new Map<Family, ReadonlyMap<number, string>>();

/** The name of the file of a family that has a letter, if one has it. */
export function sliceWith(family: Family, point: number): string | undefined {
  const name = indexOf(family).get(point);
  // The list of a family promises letters that its files do not all keep.
  return name !== undefined && sliceNamed(name).varying.hasGlyphForCodePoint(point) ? name : undefined;
}

export function sliceFont(name: string, weight: number): Font {
  return sliceNamed(name).at(weight);
}

function sliceNamed(name: string): Slice {
  const slice = open.get(name) ?? opened(name);
  // Whatever was used last stands last, so that the first is the one to forget.
  open.delete(name);
  open.set(name, slice);
  const [first] = open.keys();
  if (open.size > MOST_OPEN && first !== undefined) open.delete(first);
  return slice;
}

function opened(name: string): Slice {
  const family = name.replace(/-\d+$/, "");
  const tables = tablesOf(readFileSync(join(folderOf(family), "files", `${name}-wght-normal.woff2`)));
  const varying = create(fontFrom(tables));
  const fonts = new Map<number, Font>();
  return {
    varying,
    at(weight) {
      const known = fonts.get(weight);
      if (known !== undefined) return known;
      const font = create(fontFrom(atOneWeight(tables, varying.getVariation({ wght: weight }))));
      fonts.set(weight, font);
      return font;
    },
  };
}

/** Which file is to have which letter, read when the first such letter is asked for. */
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

/** Reads a stylesheet's `unicode-range`: "U+0131,U+0152-0153". */
export function rangesOf(letters: string): readonly (readonly [first: number, last: number])[] {
  return letters.split(",").map((part) => {
    const [first = "0", last = first] = part.replace("U+", "").split("-");
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
  });
}

function folderOf(family: string): string {
  return join(process.cwd(), "node_modules/@fontsource-variable", family);
}
