/**
 * Returns a user's text as one line for a file that is not HTML. Control characters, direction overrides and zero-width
 * characters are removed: they could change what a ticket appears to say. Direction marks stay: they reorder no
 * letters, and keep "NZ$" together in Arabic.
 */
export function plainLine(text: string): string {
  return text
    .normalize("NFC")
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/[\u200B-\u200D\u202A-\u202E\u2060-\u2069\uFEFF]/gu, "")
    .trim();
}
