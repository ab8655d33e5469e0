import type { Money } from "#src/platform/domain/money.ts";
import { withPlainDigits } from "#src/platform/domain/typed-text.ts";

export const VOUCHER_STATES = ["ACTIVE", "USED_UP", "EXPIRED", "DISABLED"] as const;

/** An amount paid in advance that may be spent in parts until it expires. */
export type Voucher = {
  readonly id: number;
  /** Sixteen characters, without the dashes that it is printed with. */
  readonly code: string;
  readonly initial: Money;
  readonly balance: Money;
  readonly expiresAt: Date | undefined;
  /** By the database's clock. */
  readonly state: (typeof VOUCHER_STATES)[number];
};

/** A change of a balance: negative when a payment took from it, positive when an unpaid attempt or a refund returned it. */
export type VoucherMovement = { readonly amount: Money; readonly cartKey: string; readonly createdAt: Date };

/** How long a voucher that has ended can be spent again once money returns to it. */
export const REVIVED_DAYS = 90;

/** How money came back to a voucher. */
export type ReturnedToVoucher = {
  readonly amount: Money;
  /** When the voucher that has the money now ends. */
  readonly expiresAt: Date | undefined;
  /** It had ended, and `expiresAt` is its new end. */
  readonly isRevived: boolean;
  /** The code of a new voucher, because the one that paid is disabled. */
  readonly newCode?: string;
};

/** The characters of a code. I, L, O and U are left out because they are misread or make words. */
export const VOUCHER_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
export const VOUCHER_CODE_LENGTH = 16;

const MISREAD: Readonly<Record<string, string>> = { I: "1", L: "1", O: "0" };

/** Returns the code that was typed, in any case and with any spaces or dashes, or `undefined` for a text that cannot be one. */
export function parseVoucherCode(typed: string): string | undefined {
  const code = withPlainDigits(typed)
    .normalize("NFKC")
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}\p{Cf}]/gu, "")
    .replaceAll(/[ILO]/g, (letter) => MISREAD[letter] ?? letter);
  return code.length === VOUCHER_CODE_LENGTH && [...code].every((letter) => VOUCHER_ALPHABET.includes(letter))
    ? code
    : undefined;
}

/** Returns a code in groups of four: "7QK2-M0XD-9V3T-HC5R". */
export function formatVoucherCode(code: string): string {
  return code.replaceAll(/(.{4})(?=.)/g, "$1-");
}
