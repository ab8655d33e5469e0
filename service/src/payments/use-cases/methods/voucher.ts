import type { PaidPart } from "#src/payments/domain/payment-method.ts";
import { parseVoucherCode } from "#src/payments/domain/voucher.ts";
import { refundToVoucher, returnToVoucher, takeFromVoucher } from "#src/payments/store/vouchers.ts";
import { findUsableVoucher } from "#src/payments/use-cases/find-usable-voucher.ts";
import { parseMoney } from "#src/platform/domain/money.ts";
import type { PaymentMethod, Prepared } from "./payment-method.ts";

/**
 * Pays from a voucher's balance what the request names, or as much as there is, and leaves the rest to the card. The balance is
 * taken with the attempt and returned when the attempt ends unpaid, each in that one transaction.
 */
export const VOUCHER: PaymentMethod = {
  isCharged: false,

  async prepare(tx, world, { caller, voucher, scope }, { cartKey, amount, parts }) {
    const named = parts.find(({ method }) => method === "VOUCHER");
    if (voucher === undefined) {
      return named ? { refused: { kind: "means_required", method: "VOUCHER" } } : { parts };
    }
    // The call for one reservation names every part, so that cash at the till is never replaced by the voucher.
    if (named === undefined && "key" in scope) return { refused: "wrong_amount" };
    const looked = await findUsableVoucher(tx, world, { accountId: caller.account.id, cartKey, typed: voucher.code });
    if (looked.found === "not_valid") return refuse("not_valid");
    if (looked.found === "limited") {
      return { refused: { kind: "limited", method: "VOUCHER", retryAfterSeconds: looked.retryAfterSeconds } };
    }
    const { balance } = looked.found;
    if (balance.currency !== amount.currency) return refuse("other_currency");

    const most = named?.minor ?? Math.min(balance.minor, amount.minor);
    const minor = voucher.amount === undefined ? most : parseMoney(voucher.amount, amount.currency)?.minor;
    if (minor === undefined || minor > amount.minor) return { refused: "wrong_amount" };
    if (named && named.minor !== minor) return { refused: "wrong_amount" };
    if (minor > balance.minor) return refuse("changed");
    return { parts: named ? parts : partsOf(minor, amount.minor - minor) };
  },

  async take(tx, { caller, voucher }, { attemptId, money }) {
    const code = voucher && parseVoucherCode(voucher.code);
    const isTaken =
      code !== undefined && (await takeFromVoucher(tx, { accountId: caller.account.id, code, attemptId, money }));
    return isTaken ? undefined : { kind: "voucher_refused", reason: "changed" };
  },

  giveBack: returnToVoucher,
  refundPart: refundToVoucher,
};

function partsOf(minor: number, left: number): readonly PaidPart[] {
  const parts = [
    { method: "VOUCHER", minor },
    { method: "CREDIT_CARD", minor: left },
  ] as const;
  return parts.filter((part) => part.minor > 0);
}

function refuse(reason: "not_valid" | "other_currency" | "changed"): Prepared {
  return { refused: { kind: "voucher_refused", reason } };
}
