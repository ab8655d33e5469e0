import "server-only";

import { type AppliedVoucher, paymentParts } from "#lib/ticketing/model/payment-parts.ts";
import { voucherMeans } from "#lib/ticketing/vouchers.ts";
import type { PaymentMethod } from "./payment-method.ts";

/** A voucher that the buyer applied before. Its code is in the visit, so the pay form has no field for it. */
export const VOUCHER: PaymentMethod<AppliedVoucher> = {
  part: (order) => paymentParts(order).voucher,
  read: ({ order: { voucher } }) => (voucher ? { ok: true, typed: voucher } : { ok: false, fieldErrors: {} }),
  means: voucherMeans,
};
