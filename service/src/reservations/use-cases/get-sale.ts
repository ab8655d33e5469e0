import type { Caller } from "#src/platform/domain/caller.ts";
import type { World } from "#src/platform/world.ts";
import type { Sale } from "#src/reservations/domain/sale.ts";
import { findSales } from "#src/reservations/store/sales.ts";
import { refreshPrice } from "./reprice-cart.ts";

/** Returns a visible sale or reservation of the account by its key or id, with an up-to-date price. */
export async function getSale(
  world: World,
  caller: Caller,
  scope: { readonly key: string } | { readonly id: number },
): Promise<Sale | undefined> {
  const find = () => findSales(world.db, caller.account.id, scope, world.limits.latePaySeconds);
  const [sale] = await find();
  if (sale === undefined) return undefined;
  const wasRepriced = await refreshPrice(world, { account: caller.account, cartKey: sale.cartKey });
  return wasRepriced ? (await find())[0] : sale;
}
