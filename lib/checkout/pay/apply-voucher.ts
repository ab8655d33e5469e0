import "server-only";

import type { OpenCheckout } from "#lib/purchase/checkout-state-of.ts";
import { withinLimit } from "#lib/security/limits.ts";
import { visitorNetwork } from "#lib/security/visitor-network.ts";
import { amendPurchase, type Purchase } from "#lib/session/purchase/purchase-cookie.ts";
import { undefinedOnFault } from "#lib/ticketing/client/fault.ts";
import type { AppliedVoucher } from "#lib/ticketing/model/payment-parts.ts";
import { areVouchersOffered, lookUpVoucher, type VoucherRefusal } from "#lib/ticketing/payment-means.ts";

/** Why a voucher was not applied. `busy`: the service gave no answer. */
type VoucherApplyRefusal = VoucherRefusal | "busy";

/** Returns whether the service takes vouchers now; false when it gives no answer. */
export async function mayApplyVoucher(): Promise<boolean> {
  return (await undefinedOnFault(areVouchersOffered())) ?? false;
}

/** Looks up a voucher and stores it in the purchase, without charging it. Returns `undefined` when it worked. */
export async function applyVoucher(
  { purchase, cart }: OpenCheckout,
  code: string,
): Promise<VoucherApplyRefusal | undefined> {
  if (cart === undefined) return "not_valid";
  if (!(await withinLimit("voucherPerNetwork", await visitorNetwork()))) return "too_many_tries";
  const found = await undefinedOnFault(lookUpVoucher(cart.id, code));
  if (found === undefined) return "busy";
  if (!found.ok) return found.refusal;
  if (found.balance.currency !== cart.total.currency) return "other_currency";
  await amendPurchase({ ...purchase, voucher: { code, balance: found.balance } });
  return undefined;
}

/** Removes the voucher from the purchase. */
export async function removeVoucher(purchase: Purchase): Promise<void> {
  await amendPurchase(withoutVoucher(purchase));
}

export function withoutVoucher({ voucher: _removed, ...purchase }: Purchase): Purchase {
  return purchase;
}

/** After the service refused a voucher: updates its balance, or removes it when it is no longer valid. */
export async function refreshVoucher(purchase: Purchase, cartId: string, { code }: AppliedVoucher): Promise<void> {
  const found = await undefinedOnFault(lookUpVoucher(cartId, code));
  if (found === undefined) return;
  await amendPurchase(found.ok ? { ...purchase, voucher: { code, balance: found.balance } } : withoutVoucher(purchase));
}
