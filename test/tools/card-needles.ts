import type { Needle } from "#test/tools/needles.ts";

/** Numbers that no issuer assigns. The browser tests type them, so their traces contain them. */
const TEST_CARD = /^4111111111111\d{3}$/;

/** Digits in one run, in groups of four, or of 4, 6 and 5, with an issuer's prefix, that are not part of a longer number, a decimal or a hash. */
const CARD =
  /(?<![\da-f._-])(?:4\d{3}|5[1-5]\d\d|2[2-7]\d\d|6011|65\d\d)(?<space>[ +-]|%20|)\d{4}\k<space>\d{4}\k<space>\d{4}(?![\da-f._-])|(?<![\da-f._-])3[47]\d\d(?<gap>[ +-]|%20|)\d{6}\k<gap>\d{5}(?![\da-f._-])/gi;

/** Returns a needle for every card number, real or for tests, but these. */
export function cardNeedle(shown: readonly string[] = []): Needle {
  const known = new Set(shown.map(digitsOf));
  return { name: "a card number", isIn: (bytes) => cardsIn(bytes).some((digits) => !known.has(digits)) };
}

/** Finds a card number that is not on the test list. */
export const REAL_CARD: Needle = {
  name: "a card number off the test list",
  isIn: (bytes) => cardsIn(bytes).some((digits) => !TEST_CARD.test(digits)),
};

/** Finds the three or four digits of a security code after a name such as "cvv". */
export const SECURITY_CODE: Needle = {
  name: "a security code",
  isIn: (bytes) => /\bcv[vc]2?\b\W{1,8}\d{3,4}\b/i.test(bytes.toString("latin1")),
};

function cardsIn(bytes: Buffer): readonly string[] {
  const numbers = bytes.toString("latin1").match(CARD) ?? [];
  return numbers.map(digitsOf).filter(hasCheckDigit);
}

const digitsOf = (text: string) => text.replace(/%20|\D/g, "");

/** Returns whether the digits pass the Luhn check. */
function hasCheckDigit(digits: string): boolean {
  const doubled = [...digits].reverse().map((digit, at) => Number(digit) * (at % 2 === 0 ? 1 : 2));
  return doubled.reduce((sum, digit) => sum + (digit > 9 ? digit - 9 : digit), 0) % 10 === 0;
}
