import { readFileSync } from "node:fs";
import { join } from "node:path";
import { create, type Font } from "fontkit";
import { fontFrom, type Tables } from "#components/lettering/sfnt.ts";
import { atOneWeight } from "#components/lettering/weight.ts";
import { tablesOf } from "#components/lettering/woff2.ts";

/**
 * Fonts of East Asia hold some fifteen thousand letters each, in a hundred files: no more of them are read than a text
 * needs.
 */
export type Family = "noto-sans-jp" | "noto-sans-sc" | "noto-sans-kr";

/** More than all the files at one weight, so that no text needs one twice; a fifth of a megabyte each. */
const MOST_OPEN = 400;
const open = new Map<string, Font>();
const kept = new Map<string, ReadonlySet<number>>();
const indexes = new Map<Family, ReadonlyMap<number, string>>();

/** The name of the file of a family that has a letter, if one has it. */
export function sliceWith(family: Family, point: number): string | undefined {
  const name = indexOf(family).get(point);
  return name !== undefined && lettersOf(name).has(point) ? name : undefined;
}

export function sliceFont(name: string, weight: number): Font {
  const key = `${name} ${weight}`;
  const font = open.get(key) ?? opened(name, weight);
  // Whatever was used last stands last, so that the first is the one to forget.
  open.delete(key);
  open.set(key, font);
  const [first] = open.keys();
  if (open.size > MOST_OPEN && first !== undefined) open.delete(first);
  return font;
}

/** The varying font is let go: once asked for its outlines, it keeps several megabytes. */
function opened(name: string, weight: number): Font {
  const tables = tablesIn(name);
  return create(fontFrom(atOneWeight(tables, create(fontFrom(tables)).getVariation({ wght: weight }))));
}

/** The list of a family promises letters that its files do not all keep. */
function lettersOf(name: string): ReadonlySet<number> {
  const known = kept.get(name);
  if (known !== undefined) return known;
  const letters = new Set(create(fontFrom(tablesIn(name))).characterSet);
  kept.set(name, letters);
  return letters;
}

function tablesIn(name: string): Tables {
  const family = name.replace(/-\d+$/, "");
  return tablesOf(readFileSync(join(folderOf(family), "files", `${name}-wght-normal.woff2`)));
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
