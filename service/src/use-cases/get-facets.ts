import type { Caller } from "#src/domain/caller.ts";
import { type Facets, readFacets } from "#src/store/facets.ts";
import type { World } from "#src/world.ts";

/** By what the events of the caller's account can be told apart. */
export function getFacets({ db }: World, caller: Caller): Promise<Facets> {
  return readFacets(db, caller.account.id);
}
