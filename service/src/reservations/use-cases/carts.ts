import type { Caller } from "#src/platform/domain/caller.ts";
import type { World } from "#src/platform/world.ts";
import { type Cart, cartOf } from "#src/reservations/domain/cart.ts";
import { firstToExpire } from "#src/reservations/domain/sale-row.ts";
import { listCartCodes } from "#src/reservations/store/cart-codes.ts";
import { findCartStates, insertCart } from "#src/reservations/store/carts.ts";
import { extendSales, moveSales } from "#src/reservations/store/sale-rows.ts";
import { findSales } from "#src/reservations/store/sales.ts";
import { type CartOutcome, type CartScope, lockReservedSales } from "./lock-reserved-sales.ts";
import { refreshPrice } from "./reprice-cart.ts";

export async function newCart(world: World, caller: Caller): Promise<string> {
  const key = world.newSaleKey();
  await insertCart(world.db, caller.account.id, key);
  return key;
}

export async function getCart(world: World, caller: Caller, cartKey: string): Promise<Cart | undefined> {
  const { db, limits } = world;
  const { id: accountId, currency } = caller.account;
  await refreshPrice(world, { account: caller.account, cartKey });
  const sales = await findSales(db, accountId, { cartKey }, limits.latePaySeconds);
  if (sales.length === 0 && !(await isCartOf(accountId))) return undefined;
  return cartOf(cartKey, sales, currency, await listCartCodes(db, cartKey));

  async function isCartOf(id: number): Promise<boolean> {
    const carts = await findCartStates(db, [cartKey]);
    return carts.get(cartKey)?.accountId === id;
  }
}

/** Extends the reservations of a cart to their full time from now, up to the ceiling. Refuses when none gains time. */
export function extendCart(world: World, caller: Caller, scope: CartScope): Promise<CartOutcome> {
  const { reservationSeconds, reservationCeilingSeconds } = world.limits;
  return world.db.transaction(async (tx) => {
    const reserved = await lockReservedSales(tx, world, caller, scope);
    if (!reserved.ok) return reserved;
    const extended = await extendSales(tx, reserved.sales, reservationSeconds, reservationCeilingSeconds);
    if (extended.size === 0) return { ok: false, refusal: "ceiling_reached" };
    const sales = reserved.sales.map((sale) => ({ ...sale, secondsLeft: extended.get(sale.id) ?? sale.secondsLeft }));
    return { ok: true, secondsLeft: firstToExpire(sales) };
  });
}

/** Unlocks a cart, so that the buyer can change it after a failed payment. */
export function unlockCart(world: World, caller: Caller, scope: CartScope): Promise<CartOutcome> {
  return world.db.transaction(async (tx) => {
    const reserved = await lockReservedSales(tx, world, caller, scope);
    if (!reserved.ok) return reserved;
    await moveSales(tx, reserved.sales, ["RESERVED", "LOCKED"], "RESERVED");
    return { ok: true, secondsLeft: firstToExpire(reserved.sales) };
  });
}
