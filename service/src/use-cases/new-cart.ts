import type { Caller } from "#src/domain/caller.ts";
import { insertCart } from "#src/store/carts.ts";
import type { World } from "#src/world.ts";

export async function newCart(world: World, caller: Caller): Promise<string> {
  const key = world.newKey();
  await insertCart(world.db, caller.account.id, key);
  return key;
}
