import "server-only";

import { type Family, sliceWith } from "./slices.ts";

/** The families in the order in which a text asks them for a letter. */
export type EastAsian = readonly Family[];

/** A file has the same letters at each weight. */
const ANY_WEIGHT = 400;
const JAPANESE: EastAsian = ["noto-sans-jp", "noto-sans-sc", "noto-sans-kr"];
const CHINESE: EastAsian = ["noto-sans-sc", "noto-sans-jp", "noto-sans-kr"];
const KOREAN: EastAsian = ["noto-sans-kr", "noto-sans-jp", "noto-sans-sc"];

/**
 * One Han letter is written a little differently in each country, and a text does not say whose it is. Kana and Hangul
 * give it away; of the others, what the Japanese letters cannot write is Chinese.
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
