import type { Caller } from "#src/platform/domain/caller.ts";
import type { World } from "#src/platform/world.ts";
import { extendSales, secondsLeftOf } from "#src/reservations/store/sale-rows.ts";
import { type HeldOutcome, type HeldScope, heldSales } from "./held-sales.ts";

/** A whole hold from now on, up to the ceiling; where nothing gains by it the ceiling is reached. */
export function extendCart(world: World, caller: Caller, scope: HeldScope): Promise<HeldOutcome> {
  const { holdSeconds, holdCeilingSeconds } = world.limits;
  return world.db.transaction(async (tx) => {
    const held = await heldSales(tx, world, caller, scope);
    if (!held.ok) return held;
    const extended = await extendSales(tx, held.sales, holdSeconds, holdCeilingSeconds);
    if (extended === 0) return { ok: false, refusal: "ceiling_reached" };
    return { ok: true, secondsLeft: await secondsLeftOf(tx, held.sales) };
  });
}
