import type { Caller } from "#src/platform/domain/caller.ts";
import type { World } from "#src/platform/world.ts";
import { moveSales, secondsLeftOf } from "#src/reservations/store/sale-rows.ts";
import { type HeldOutcome, type HeldScope, heldSales } from "./held-sales.ts";

/** Lets the buyer choose again after a payment that failed. */
export function unlockCart(world: World, caller: Caller, scope: HeldScope): Promise<HeldOutcome> {
  return world.db.transaction(async (tx) => {
    const held = await heldSales(tx, world, caller, scope);
    if (!held.ok) return held;
    await moveSales(tx, held.sales, ["RESERVED", "LOCKED"], "RESERVED");
    return { ok: true, secondsLeft: await secondsLeftOf(tx, held.sales) };
  });
}
