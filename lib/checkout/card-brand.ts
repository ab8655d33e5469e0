/** The kinds of card that a shop may take, each with the name it goes by in every language. */
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

/** By the first digits, as the card schemes publish them. The more special ranges come first. */
const PREFIXES: readonly (readonly [CardBrand, RegExp])[] = [
  ["amex", /^3[47]/],
  ["diners", /^3(0[0-5]|[689])/],
  ["jcb", /^35(2[89]|[3-8])/],
  ["visa", /^4/],
  ["mastercard", /^(5[1-5]|2(22[1-9]|2[3-9]|[3-6]|7[01]|720))/],
  ["discover", /^6(011|4[4-9]|5)/],
  ["unionpay", /^62/],
];

/** Returns the brand that a number's first digits tell, as soon as they do. */
export function cardBrand(digits: string): CardBrand | undefined {
  return PREFIXES.find(([, prefix]) => prefix.test(digits))?.[0];
}
