import { type AccountChange, changeAccount as change } from "#src/accounts/store/accounts.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import { type CatalogueRefusal, refused } from "#src/platform/domain/catalogue-refusal.ts";
import type { Outcome } from "#src/platform/domain/outcome.ts";
import type { World } from "#src/platform/world.ts";

/** Changes what is named. Short name and currency stay: addresses and prices were made from them. */
export async function changeAccount(
  world: World,
  caller: Caller,
  id: number,
  asked: AccountChange,
): Promise<Outcome<object, CatalogueRefusal>> {
  if (id !== caller.account.id) return refused("no_such_thing", "id");
  await change(world.db, id, asked);
  // Whoever is signed in carries the account's name.
  for (const tell of world.userChanges) tell();
  return { ok: true };
}
