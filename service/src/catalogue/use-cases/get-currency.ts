import { findCurrency, type Priced } from "#src/catalogue/store/events.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import type { World } from "#src/platform/world.ts";

/** The currency that this thing's prices are in, of an event of the caller's account. */
export function getCurrency({ db }: World, caller: Caller, of: Priced): Promise<string | undefined> {
  return findCurrency(db, caller.account.id, of);
}
