import { withPlainDigits } from "#lib/i18n/typed-text.ts";

/** What was typed, in plain digits, without the spaces and dashes that people copy from a card. */
export function cardDigits(text: string): string {
  return withPlainDigits(text).replace(/[\s\p{Pd}\p{Cf}]/gu, "");
}

/** Returns whether this can be a card number; only the processor knows whether the card exists. */
export function isCardNumber(digits: string): boolean {
  return /^\d{12,19}$/.test(digits) && luhnSum(digits) % 10 === 0;
}

/** As it is printed on the card: 4-6-5 where the number starts with 34 or 37, else groups of four. */
export function groupDigits(digits: string): string {
  if (!hasLongCode(digits)) return digits.replace(/(.{4})(?=.)/g, "$1 ");
  return [digits.slice(0, 4), digits.slice(4, 10), digits.slice(10)].filter((group) => group !== "").join(" ");
}

/**
 * Returns how many digits the card's security code has: four on the front of a 34 or 37 card, three on the back of any other.
 */
export function codeLength(digits: string): 3 | 4 {
  return hasLongCode(digits) ? 4 : 3;
}

function hasLongCode(digits: string): boolean {
  return /^3[47]/.test(digits);
}

function luhnSum(digits: string): number {
  return [...digits].reverse().reduce((sum, digit, place) => {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1);
    return sum + (value > 9 ? value - 9 : value);
  }, 0);
}

/** The last month in which a card is good. */
type CardExpiry = { readonly month: number; readonly year: number };

/** Reads 0729, 07/29, 7-29 and 07 / 2029; `undefined` for anything else, the thirteenth month included. */
export function parseExpiry(text: string): CardExpiry | undefined {
  const match = /^(0?[1-9]|1[0-2])[\s/.-]*(20\d\d|\d\d)$/.exec(
    withPlainDigits(text)
      .replace(/\p{Cf}/gu, "")
      .trim(),
  );
  if (!match) return undefined;
  const [, month, year = ""] = match;
  return { month: Number(month), year: year.length === 2 ? 2000 + Number(year) : Number(year) };
}

/** A card is good until its month is over, wherever the buyer is: the last place on earth decides. */
export function hasExpired({ month, year }: CardExpiry, now: Date): boolean {
  const HOURS_BEHIND_UTC_MAX = 12;
  return now.getTime() >= Date.UTC(year, month, 1, HOURS_BEHIND_UTC_MAX);
}

/** As it stands on the card: "07 / 29". */
export function formatExpiry({ month, year }: CardExpiry): string {
  return `${String(month).padStart(2, "0")} / ${String(year % 100).padStart(2, "0")}`;
}

/** The kinds of card that a shop may take, each with its name, which is the same in every language. */
export const CARD_BRANDS = {
  visa: "Visa",
  mastercard: "Mastercard",
  amex: "Amex",
  discover: "Discover",
  diners: "Diners Club",
  jcb: "JCB",
  unionpay: "UnionPay",
} as const;

export type CardBrand = keyof typeof CARD_BRANDS;

/** By the first digits, as the card schemes publish them. The more specific ranges come first. */
const PREFIXES: readonly (readonly [CardBrand, RegExp])[] = [
  ["amex", /^3[47]/],
  ["diners", /^3(0[0-5]|[689])/],
  ["jcb", /^35(2[89]|[3-8])/],
  ["visa", /^4/],
  ["mastercard", /^(5[1-5]|2(22[1-9]|2[3-9]|[3-6]|7[01]|720))/],
  ["discover", /^6(011|4[4-9]|5)/],
  ["unionpay", /^62/],
];

/** Returns the brand as soon as a number's first digits identify it. */
export function cardBrand(digits: string): CardBrand | undefined {
  return PREFIXES.find(([, prefix]) => prefix.test(digits))?.[0];
}
