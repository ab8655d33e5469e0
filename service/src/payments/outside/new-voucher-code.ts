import { randomBytes } from "node:crypto";
import { VOUCHER_ALPHABET, VOUCHER_CODE_LENGTH } from "#src/payments/domain/voucher.ts";

/** Returns a code of 80 random bits: 16 characters, each one of 32, so that no byte favours any of them. */
export function newVoucherCode(): string {
  return [...randomBytes(VOUCHER_CODE_LENGTH)].map((byte) => VOUCHER_ALPHABET[byte % VOUCHER_ALPHABET.length]).join("");
}
