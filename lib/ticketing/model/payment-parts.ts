import type { Money } from "#lib/ticketing/model/money.ts";

/** A gift voucher that the buyer applied, with its balance when it was looked up. */
export type AppliedVoucher = { readonly code: string; readonly balance: Money };

/** What is to be paid, and the voucher that is to pay a part of it. */
export type PayableOrder = { readonly total: Money; readonly voucher?: AppliedVoucher };

/** What each payment method pays of an order. The parts add up to its total. */
export type PaymentParts = { readonly voucher: Money; readonly card: Money };

/** Returns the parts of an order: the voucher pays as much as it can, and the card pays the rest. */
export function paymentParts({ total, voucher }: PayableOrder): PaymentParts {
  const { currency } = total;
  const minor = voucher?.balance.currency === currency ? Math.min(voucher.balance.minor, total.minor) : 0;
  return { voucher: { minor, currency }, card: { minor: total.minor - minor, currency } };
}
