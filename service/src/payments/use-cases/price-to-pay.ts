import type { Caller } from "#src/platform/domain/caller.ts";
import type { Db } from "#src/platform/store/db.ts";
import type { World } from "#src/platform/world.ts";
import { isOfUse } from "#src/pricing/domain/code.ts";
import { type SaleRow, unpaid } from "#src/reservations/domain/sale-row.ts";
import { countUses, listCartCodes, markInUse } from "#src/reservations/store/cart-codes.ts";
import { isGranted, isOutOfDate, lockCartPriceIfAny } from "#src/reservations/store/cart-prices.ts";
import { lockSales } from "#src/reservations/store/sale-rows.ts";
import { findCartKey } from "#src/reservations/store/sales.ts";
import type { HeldScope } from "#src/reservations/use-cases/held-sales.ts";
import { repriceCart } from "#src/reservations/use-cases/reprice-cart.ts";

/** Holds the price still while it is paid, calculated for what is in the cart now. False where there is nothing to calculate. */
export async function lockPriceToPay(tx: Db, world: World, { account }: Caller, scope: HeldScope): Promise<boolean> {
  const cartKey = "cartKey" in scope ? scope.cartKey : await findCartKey(tx, account.id, scope.key);
  if (cartKey === undefined || !(await lockCartPriceIfAny(tx, account.id, cartKey))) return false;
  if (await isOutOfDate(tx, account.id, cartKey, world.limits)) {
    await repriceCart(tx, world, { account, cartKey });
  }
  return true;
}

/**
 * A saving is granted on a cart as a whole, and a use of a code is the whole cart's. Whoever paid for a part of it, and let
 * the rest go, would keep what he has no right to: where anything is granted, the cart is paid for whole.
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

/** A late payer takes the uses back that his cart had, as he does its places, or `never_used_too_often` throws. */
export async function retakeUses(tx: Db, cartKey: string): Promise<void> {
  const codes = await listCartCodes(tx, cartKey);
  const lost = codes.flatMap((one) => {
    return isOfUse(one.result) && !one.holdsUse && one.codeId !== undefined ? [one.codeId] : [];
  });
  if (lost.length === 0) return;
  await countUses(tx, lost, 1);
  await markInUse(tx, cartKey, lost);
}
