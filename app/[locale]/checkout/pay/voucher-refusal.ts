import type { VoucherApplyRefusal } from "#lib/purchase/pay/apply-voucher.ts";

const REFUSALS: readonly string[] = [
  "not_valid",
  "other_currency",
  "too_many_tries",
  "busy",
] satisfies readonly VoucherApplyRefusal[];

/** Returns why a voucher was not applied, from the address. It is only shown. */
export function voucherRefusalIn(query: Readonly<Record<string, unknown>>): VoucherApplyRefusal | undefined {
  const { voucher } = query;
  return isRefusal(voucher) ? voucher : undefined;
}

function isRefusal(value: unknown): value is VoucherApplyRefusal {
  return typeof value === "string" && REFUSALS.includes(value);
}
