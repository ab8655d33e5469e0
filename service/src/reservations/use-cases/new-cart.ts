import type { Caller } from "#src/platform/domain/caller.ts";
import type { World } from "#src/platform/world.ts";
import { insertCart } from "#src/reservations/store/carts.ts";

export async function newCart(world: World, caller: Caller): Promise<string> {
  const key = world.newKey();
  await insertCart(world.db, caller.account.id, key);
  return key;
}
