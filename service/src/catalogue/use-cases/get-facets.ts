import { type Facets, readFacets } from "#src/catalogue/store/facets.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import type { World } from "#src/platform/world.ts";

/** By what the events of the caller's account can be told apart. */
export function getFacets({ db }: World, caller: Caller): Promise<Facets> {
  return readFacets(db, caller.account.id);
}
