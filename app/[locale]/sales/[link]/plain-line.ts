/**
 * A promoter's or buyer's words as one line for a file that is not HTML. Characters that steer a reader instead of
 * being read (controls, direction overrides, zero-width ones) are left out: they could make a ticket say what it does not.
 */
export function plainLine(text: string): string {
  return text
    .normalize("NFC")
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/[\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/gu, "")
    .trim();
}
