import type { Caller } from "#src/platform/domain/caller.ts";
import type { Db } from "#src/platform/store/db.ts";
import type { World } from "#src/platform/world.ts";
import { isOfUse } from "#src/pricing/domain/code.ts";
import { type SaleRow, unpaid } from "#src/reservations/domain/sale.ts";
import { countUses, listCartCodes, markInUse } from "#src/reservations/store/cart-codes.ts";
import { isGranted, isOutOfDate, lockCartPriceIfAny } from "#src/reservations/store/cart-prices.ts";
import { lockSales } from "#src/reservations/store/sale-rows.ts";
import { findCartKey } from "#src/reservations/store/sales.ts";
import { repriceCart } from "#src/reservations/use-cases/cart-price.ts";
import type { CartScope } from "#src/reservations/use-cases/carts.ts";

/** Locks the cart's price for the payment, calculated for what is in the cart now. Returns false when the cart has no price to calculate. */
export async function lockPriceToPay(tx: Db, world: World, { account }: Caller, scope: CartScope): Promise<boolean> {
  const cartKey = "cartKey" in scope ? scope.cartKey : await findCartKey(tx, account.id, scope.key);
  if (cartKey === undefined || !(await lockCartPriceIfAny(tx, account.id, cartKey))) return false;
  if (await isOutOfDate(tx, account.id, cartKey, world.limits)) {
    await repriceCart(tx, world, { account, cartKey });
  }
  return true;
}

/**
 * Savings and uses of codes belong to the whole cart. A buyer who paid for a part and released the rest would keep savings that
 * the part alone does not get, so a cart with a saving or a code is paid for as a whole.
 */
export async function isPaidApart(
  tx: Db,
  { limits }: World,
  { account }: Caller,
  cartKey: string,
  paying: readonly SaleRow[],
): Promise<boolean> {
  if (!(await isGranted(tx, cartKey))) return false;
  const all = unpaid(await lockSales(tx, account.id, { cartKey }, limits.latePaySeconds));
  return all.length > paying.length;
}

/** Takes the uses of codes again for a late payment, as its places are; throws `never_used_too_often` when none are left. */
export async function retakeUses(tx: Db, cartKey: string): Promise<void> {
  const codes = await listCartCodes(tx, cartKey);
  const lost = codes.flatMap((one) => {
    return isOfUse(one.result) && !one.hasClaimedUse && one.codeId !== undefined ? [one.codeId] : [];
  });
  if (lost.length === 0) return;
  await countUses(tx, lost, 1);
  await markInUse(tx, cartKey, lost);
}
