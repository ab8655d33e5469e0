import type { Caller } from "#src/domain/caller.ts";
import { isMixed } from "#src/domain/cart-state.ts";
import { findCartStates } from "#src/store/carts.ts";
import type { World } from "#src/world.ts";
import { releaseReservation } from "./release-reservation.ts";

type Made = { readonly caller: Caller; readonly cartKey: string; readonly key: string };

/**
 * Two that reach an empty cart at the same moment cannot see each other before both are written. So whoever came into
 * an empty cart looks again: where another currency lies in it by now, the newcomer leaves. Perhaps both leave; never do
 * both stay. Answers the keys of those that left.
 */
export async function leaveMixedCarts(world: World, made: readonly Made[]): Promise<ReadonlySet<string>> {
  if (made.length === 0) return new Set();
  try {
    const carts = await findCartStates(
      world.db,
      made.map(({ cartKey }) => cartKey),
    );
    const leaving = made.filter(({ cartKey }) => isMixed(carts.get(cartKey)?.sales ?? []));
    for (const { caller, key } of leaving) await releaseReservation(world, caller, key);
    return new Set(leaving.map(({ key }) => key));
  } catch (error) {
    // They are written by now, and must not be made a second time. A cart that stays mixed is refused when it is locked.
    console.error("A cart may hold two currencies until one of them is released.", error);
    return new Set();
  }
}
