import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { create } from "fontkit";
import subsetFont from "subset-font";
import { COMMON_RANGE, lettersOf } from "#cache/title-fonts.ts";

const ROOT = join(import.meta.dirname, "..");
const PACKAGE = join(ROOT, "node_modules/@fontsource-variable/bricolage-grotesque/files");

/** Between bold and extra bold. */
const WEIGHT = 740;
const FEATURES = ["kern", "pnum", "tnum"];

/** Accents that a text has apart from its letter. Browsers put both into one, which the font has. */
const COMBINING = /\p{Mn}/u;
/** Vowels of te reo Māori. */
const MACRONS = "ĀāĒēĪīŌōŪū";

/**
 * Makes the fonts of titles (`app/fonts/`) out of those of the npm package: with one weight they are small enough to be part of a
 * page. Returns each file by its path.
 */
export async function titleFonts(): Promise<ReadonlyMap<string, Buffer>> {
  const latin = await readFile(join(PACKAGE, "bricolage-grotesque-latin-wght-normal.woff2"));
  const latinExt = await readFile(join(PACKAGE, "bricolage-grotesque-latin-ext-wght-normal.woff2"));
  const letters = create(latin)
    .characterSet.map((point) => String.fromCodePoint(point))
    .filter((one) => !COMBINING.test(one))
    .join("");
  const common = letters.match(lettersOf(COMMON_RANGE)) ?? [];
  return new Map([
    [join(ROOT, "app/fonts/titles.woff2"), await part(latin, letters)],
    [join(ROOT, "app/fonts/titles-common.woff2"), await part(latin, common.join(""))],
    [join(ROOT, "app/fonts/titles-macrons.woff2"), await part(latinExt, MACRONS)],
  ]);
}

function part(font: Buffer, letters: string): Promise<Buffer> {
  const variationAxes = { wght: WEIGHT };
  return subsetFont(font, letters, { targetFormat: "woff2", keepFeatures: FEATURES, noHinting: true, variationAxes });
}

if (import.meta.main) for (const [path, font] of await titleFonts()) await writeFile(path, font);
