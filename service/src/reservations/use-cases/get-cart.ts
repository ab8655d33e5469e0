import type { Caller } from "#src/platform/domain/caller.ts";
import type { World } from "#src/platform/world.ts";
import { type Cart, cartOf } from "#src/reservations/domain/cart.ts";
import { listCartCodes } from "#src/reservations/store/cart-codes.ts";
import { findCartStates } from "#src/reservations/store/carts.ts";
import { findSales } from "#src/reservations/store/sales.ts";
import { freshenPrice } from "./reprice-cart.ts";

export async function getCart(world: World, caller: Caller, cartKey: string): Promise<Cart | undefined> {
  const { db, limits } = world;
  const { id: accountId, currency } = caller.account;
  await freshenPrice(world, { account: caller.account, cartKey });
  const sales = await findSales(db, accountId, { cartKey }, limits.latePaySeconds);
  if (sales.length === 0 && !(await isCartOf(accountId))) return undefined;
  return cartOf(cartKey, sales, currency, await listCartCodes(db, cartKey));

  async function isCartOf(id: number): Promise<boolean> {
    const carts = await findCartStates(db, [cartKey]);
    return carts.get(cartKey)?.accountId === id;
  }
}
