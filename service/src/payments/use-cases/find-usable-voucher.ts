import { parseVoucherCode, type Voucher } from "#src/payments/domain/voucher.ts";
import { findVoucher } from "#src/payments/store/vouchers.ts";
import type { Db } from "#src/platform/store/db.ts";
import { countTry, findWait } from "#src/platform/store/tries.ts";
import type { World } from "#src/platform/world.ts";

export type VoucherFound =
  | { readonly found: Voucher }
  /** Unknown, another account's, expired, disabled or used up. They share one answer, which reveals nothing about a guessed code. */
  | { readonly found: "not_valid" }
  | { readonly found: "limited"; readonly retryAfterSeconds: number };

/** Looks a typed code up for a cart. Codes that are not valid are counted by cart, and after some of them no code is looked up for a while. */
export async function findUsableVoucher(
  tx: Db,
  { limits: { voucherTriesPerCart } }: World,
  { accountId, cartKey, typed }: { readonly accountId: number; readonly cartKey: string; readonly typed: string },
): Promise<VoucherFound> {
  const name = `voucher ${cartKey}`;
  const retryAfterSeconds = await findWait(tx, name, voucherTriesPerCart);
  if (retryAfterSeconds !== undefined) return { found: "limited", retryAfterSeconds };
  const code = parseVoucherCode(typed);
  const voucher = code === undefined ? undefined : await findVoucher(tx, accountId, { code });
  if (voucher?.state === "ACTIVE") return { found: voucher };
  await countTry(tx, name, voucherTriesPerCart);
  return { found: "not_valid" };
}
