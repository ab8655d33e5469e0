import type { Needle } from "#test/tools/needles.ts";

/** The names that the browser tests type, each as a word. */
const NAMES = ["Lovelace", "Jonson", "Quality"];

const PATTERNS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ["an email address", /[\w.+-]+(@|%40)[\w-]+\.[a-z]{2,}/i],
  ["a name of a buyer", new RegExp(`\\b(${NAMES.join("|")})\\b`)],
  // A key has ten capitals and digits; a word or a number of that length is none.
  ["a key of a sale or a cart", /\b(?=[A-Z]*\d)(?=\d*[A-Z])[A-Z0-9]{10}\b/],
  ["the code of a voucher", /\b[A-Z0-9]{4}(-[A-Z0-9]{4}){3}\b/],
  ["the link of an order or a waiting list", /\/(sales|waiting-list|find-tickets|guest)\/[\w-]{20,}/],
  ["a credential", /\b(Basic|Bearer)\s+[\w+/=-]{8,}/],
];

/** Needles for what only a buyer, the shop or the organiser may know. */
export const PERSONAL: readonly Needle[] = PATTERNS.map(([name, pattern]) => ({
  name,
  isIn: (bytes) => pattern.test(bytes.toString("utf8")),
}));
