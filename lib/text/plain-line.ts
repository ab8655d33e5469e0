/**
 * A promoter's or buyer's words as one line for a file that is not HTML. Characters that steer a reader instead of
 * being read (controls, direction overrides, zero-width ones) are left out: they could make a ticket say what it does not.
 * A mark that only stands for a letter of one direction turns no letter round, and keeps "NZ$" together in Arabic.
 */
export function plainLine(text: string): string {
  return text
    .normalize("NFC")
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/[\u200B-\u200D\u202A-\u202E\u2060-\u2069\uFEFF]/gu, "")
    .trim();
}
