import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The file of a font of titles (`app/fonts.ts`), in a stylesheet or a preload. */
export const TITLES = /\/_next\/(static\/media\/titles[\w.-]*\.woff2)/;

/** A part of the first file, with the letters that nearly all English pages keep to. */
const COMMON_FILE = "app/fonts/titles-common.woff2";
/** Besides ASCII: space, "·", "ç", "ñ" (as in the names of languages), dashes, quotation marks, "…", "€". */
export const COMMON_RANGE = "U+0-7E,U+A0,U+B7,U+E7,U+F1,U+2013-2014,U+2018-2019,U+201C-201D,U+2026,U+20AC";

/** What a script makes a font of. The file is in base64. */
type Face = readonly [
  family: string,
  file: string,
  descriptors: { readonly weight: string; readonly unicodeRange: string },
];

/** `common` is the part with common letters, of the font that has them. */
export type TitleFont = { readonly whole: Face; readonly common: Face | undefined };

/** Reads the font of a rule of a stylesheet. */
export function titleFontOf(rule: string): TitleFont {
  const [, file = ""] = TITLES.exec(rule) ?? [];
  const descriptor = (name: string) => new RegExp(`${name}:\\s*([^;}]+)`).exec(rule)?.[1] ?? "";
  const [family, weight, unicodeRange] = [
    descriptor("font-family"),
    descriptor("font-weight"),
    descriptor("unicode-range"),
  ];
  const whole: Face = [family, base64Of(join(".next", file)), { weight, unicodeRange }];
  if (!lettersOf(unicodeRange).test("a")) return { whole, common: undefined };
  return { whole, common: [family, base64Of(COMMON_FILE), { weight, unicodeRange: COMMON_RANGE }] };
}

/** Returns the fonts that the titles of a page need, by all its letters. Of a page that is sent in parts they are not known yet. */
export function facesFor(html: string, fonts: readonly TitleFont[]): readonly Face[] {
  const letters = html.includes("</html>") ? html.replaceAll(lettersOf(COMMON_RANGE), "") : undefined;
  return fonts.flatMap(({ whole, common }) => {
    const [, , { unicodeRange }] = whole;
    if (letters === undefined || lettersOf(unicodeRange).test(letters)) return [whole];
    return common === undefined ? [] : [common];
  });
}

/** Returns what finds the letters of a `unicode-range`, such as "U+??,U+100-101". */
export function lettersOf(range: string): RegExp {
  const letters = range.split(",").map((part) => {
    const [first = "", last = first] = part.trim().slice("U+".length).split("-");
    return `\\u{${first.replaceAll("?", "0")}}-\\u{${last.replaceAll("?", "f")}}`;
  });
  return new RegExp(`[${letters.join("")}]`, "gu");
}

/** Reads a font. Not knowing which one, the build would trace the whole project. */
function base64Of(file: string): string {
  return readFileSync(join(/* turbopackIgnore: true */ process.cwd(), file), "base64");
}
