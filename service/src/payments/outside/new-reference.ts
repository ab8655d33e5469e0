import { randomInt } from "node:crypto";

/** Without characters that are taken for another, and without vowels, which would form words. */
const ALPHABET = "23456789BCDFGHJKLMNPQRSTVWXZ";
const LENGTH = 6;

/** Returns the random reference of a payment, which a buyer reads out to the organiser. It authorises nothing. */
export function newReference(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join("");
}
