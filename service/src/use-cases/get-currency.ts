import type { Caller } from "#src/domain/caller.ts";
import { findCurrency, type Priced } from "#src/store/events.ts";
import type { World } from "#src/world.ts";

/** The currency that this thing's prices are in, of an event of the caller's account. */
export function getCurrency({ db }: World, caller: Caller, of: Priced): Promise<string | undefined> {
  return findCurrency(db, caller.account.id, of);
}
