import type { MethodName } from "#src/payments/domain/payment-method.ts";
import { hasActiveVoucher } from "#src/payments/store/vouchers.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import type { World } from "#src/platform/world.ts";
import { findForbidden } from "./methods/payment-methods.ts";

/** Returns those of these methods that the caller may use now. Vouchers are among them while the account has one to spend. */
export async function listPaymentMethods(
  { db }: World,
  caller: Caller,
  methods: readonly MethodName[],
): Promise<readonly MethodName[]> {
  const allowed = methods.filter((method) => findForbidden(caller, [method]) === undefined);
  const isVoucherOffered = allowed.includes("VOUCHER") && (await hasActiveVoucher(db, caller.account.id));
  return allowed.filter((method) => method !== "VOUCHER" || isVoucherOffered);
}
