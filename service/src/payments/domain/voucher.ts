import type { Money } from "#src/platform/domain/money.ts";
import { withPlainDigits } from "#src/platform/domain/typed-text.ts";
import type { DecidedOrder } from "./decided-order.ts";

export const VOUCHER_STATES = ["ACTIVE", "USED_UP", "EXPIRED", "DISABLED"] as const;

/** An amount paid in advance that may be spent in parts until it expires. */
export type Voucher = {
  readonly id: number;
  /** Sixteen characters, without the dashes that it is printed with. */
  readonly code: string;
  readonly initial: Money;
  /** Its initial value and all its movements. */
  readonly balance: Money;
  /** What a payment could take now: of a voucher that has ended only what came back since, each part until its own end. */
  readonly spendable: Money;
  readonly expiresAt: Date | undefined;
  /** By the database's clock. */
  readonly state: (typeof VOUCHER_STATES)[number];
};

/** A change of a balance: negative when a payment took from it, positive when an unpaid attempt or a refund returned it. */
export type VoucherMovement = {
  readonly amount: Money;
  readonly cartKey: string;
  readonly createdAt: Date;
  /** The new voucher that got what had come back. */
  readonly movedTo: number | undefined;
};

/** How long what comes back to a voucher that has ended can be spent. */
export const REVIVED_DAYS = 90;

/** What an attempt has taken from a voucher's own money, or from one part that had come back, and has not got back. */
export type TakenShare = {
  /** Absent: the voucher's own money. */
  readonly partId: number | undefined;
  readonly minor: number;
  /** Whether the part has ended. Own money of a voucher that has ended is given an end of its own instead. */
  readonly isOver: boolean;
};

/**
 * Divides what comes back among the shares that paid, which are in the order in which they get it. Throws when they have taken less.
 */
export function divideReturn(minor: number, shares: readonly TakenShare[]): readonly TakenShare[] {
  let remaining = minor;
  const back = shares.flatMap((share) => {
    const part = Math.min(remaining, share.minor);
    remaining -= part;
    return part > 0 ? [{ ...share, minor: part }] : [];
  });
  if (remaining !== 0) throw new Error("More comes back to a voucher than was taken from it.");
  return back;
}

/** What a refund gave a voucher. */
export type ReturnedToVoucher = {
  readonly amount: Money;
  /** What of it waits for the organiser, because the voucher cannot spend it. */
  readonly waiting: Money;
  /** Until when the voucher, which had ended, can spend what came back. */
  readonly revivedUntil: Date | undefined;
  /** A new voucher has it. */
  readonly isNew: boolean;
};

/** WAITING until the organiser decides. SENT: its money is on a new voucher. LEFT: it stays on the old one. */
export const RETURN_STATES = ["WAITING", "SENT", "LEFT"] as const;
type ReturnState = (typeof RETURN_STATES)[number];

/** What a refund brought back to a voucher that cannot spend it. */
export type VoucherReturn = DecidedOrder & {
  readonly id: number;
  readonly state: ReturnState;
  readonly createdAt: Date;
  readonly amount: Money;
  readonly saleKey: string;
  readonly eventId: number;
  readonly eventName: string;
  readonly buyerName: string;
  readonly buyerEmail: string;
  readonly voucher: ClosedVoucher;
};

/** A voucher that cannot take back what it paid, and why: it was disabled, or the part that paid has ended. */
export type ClosedVoucher = {
  readonly id: number;
  readonly isDisabled: boolean;
  /** When and by whom. `undefined`: it was disabled before that was written down. */
  readonly disabledAt: Date | undefined;
  readonly disabledBy: string | undefined;
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
