import type { Caller } from "#src/platform/domain/caller.ts";
import type { World } from "#src/platform/world.ts";
import type { Sale } from "#src/reservations/domain/sale.ts";
import { findSales } from "#src/reservations/store/sales.ts";
import { freshenPrice } from "./reprice-cart.ts";

/** A sale or a reservation, by its key or its number: the account's own, in any state that can still be seen. */
export async function getSale(
  world: World,
  caller: Caller,
  scope: { readonly key: string } | { readonly id: number },
): Promise<Sale | undefined> {
  const find = () => findSales(world.db, caller.account.id, scope, world.limits.latePaySeconds);
  const [sale] = await find();
  if (sale === undefined) return undefined;
  const isFresher = await freshenPrice(world, { account: caller.account, cartKey: sale.cartKey });
  return isFresher ? (await find())[0] : sale;
}
