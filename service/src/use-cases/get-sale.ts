import type { Caller } from "#src/domain/caller.ts";
import type { Sale } from "#src/domain/sale.ts";
import { findSales } from "#src/store/sales.ts";
import type { World } from "#src/world.ts";

/** A sale or a reservation, by its key or its number: the account's own, in any state that can still be seen. */
export async function getSale(
  world: World,
  caller: Caller,
  scope: { readonly key: string } | { readonly id: number },
): Promise<Sale | undefined> {
  const [sale] = await findSales(world.db, caller.account.id, scope, world.limits.latePaySeconds);
  return sale;
}
