/** Characters without any ink: controls, spaces, format and filler characters, marks that nothing carries. */
const BLANK = /^[\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** Returns a typed text without spaces around it, and "" for one that shows nothing. */
export function visibleText(typed: string): string {
  return BLANK.test(typed) ? "" : typed.trim();
}

/** Returns the text with the decimal digits of every script as 0 to 9. */
export function withPlainDigits(text: string): string {
  return text.replaceAll(/\p{Nd}/gu, (digit) => String(digitOf(digit.codePointAt(0) ?? 0)));
}

/** Unicode lists the ten digits of a script one after the other, from zero. */
function digitOf(code: number): number {
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return (code - zero) % 10;
}

/** Returns whether a text names a web address, in any width of letters and with invisible characters between them or not. */
export function hasWebAddress(text: string): boolean {
  return /:\/\/|www[.\u3002]/i.test(
    text.normalize("NFKC").replaceAll(/[\p{Cf}\p{Default_Ignorable_Code_Point}\s]/gu, ""),
  );
}
