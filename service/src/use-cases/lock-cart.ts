import type { Caller } from "#src/domain/caller.ts";
import type { Buyer } from "#src/domain/sale.ts";
import { moveSales, secondsLeftOf } from "#src/store/sale-rows.ts";
import type { World } from "#src/world.ts";
import { type HeldOutcome, type HeldScope, heldSales } from "./held-sales.ts";

/**
 * Writes the buyer's details and freezes the cart, or one reservation, for payment. Details given again replace the
 * first: a form sent twice, or corrected, is not a mistake.
 */
export function lockCart(world: World, caller: Caller, scope: HeldScope, buyer: Buyer): Promise<HeldOutcome> {
  return world.db.transaction(async (tx) => {
    const held = await heldSales(tx, world, caller, scope);
    if (!held.ok) return held;
    await moveSales(tx, held.sales, ["RESERVED", "LOCKED"], "LOCKED", buyer);
    return { ok: true, secondsLeft: await secondsLeftOf(tx, held.sales) };
  });
}
