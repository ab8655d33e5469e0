import "server-only";

import { type Family, sliceWith } from "./slices.ts";

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
