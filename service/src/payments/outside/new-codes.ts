import { randomBytes, randomInt } from "node:crypto";
import { VOUCHER_ALPHABET, VOUCHER_CODE_LENGTH } from "#src/payments/domain/voucher.ts";

/** Returns a code of 80 random bits: 16 characters. The alphabet's 32 characters divide the 256 values of a byte evenly. */
export function newVoucherCode(): string {
  return [...randomBytes(VOUCHER_CODE_LENGTH)].map((byte) => VOUCHER_ALPHABET[byte % VOUCHER_ALPHABET.length]).join("");
}

/** Without characters that are easily misread, and without vowels, which would form words. */
const ALPHABET = "23456789BCDFGHJKLMNPQRSTVWXZ";
const LENGTH = 6;

/** Returns the random reference of a payment, which a buyer reads out to the organiser. It authorises nothing. */
export function newReference(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join("");
}
