import type { Caller } from "#src/domain/caller.ts";
import { type CatalogueRefusal, refused } from "#src/domain/catalogue-refusal.ts";
import type { Outcome } from "#src/domain/outcome.ts";
import type { Address } from "#src/domain/venue.ts";
import { changeRow } from "#src/store/change-row.ts";
import { findConfiguration, findSection, findVenue } from "#src/store/venues.ts";
import type { World } from "#src/world.ts";

type Changed = Outcome<object, CatalogueRefusal>;

/** Name and address. The time zone stays: the dates' instants were made from it. */
export async function changeVenue(
  { db }: World,
  caller: Caller,
  id: number,
  { name, address }: { readonly name?: string | undefined; readonly address?: Address | undefined },
): Promise<Changed> {
  if (!(await findVenue(db, caller.account.id, id))) return refused("no_such_thing", "id");
  await changeRow(db, "venue", id, { name, address: address && JSON.stringify(address) });
  return { ok: true };
}

/** Name and place in the order. The capacity stays: dates were opened with it. */
export async function changeVenueSection(
  { db }: World,
  caller: Caller,
  id: number,
  { name, sortIdx }: { readonly name?: string | undefined; readonly sortIdx?: number | undefined },
): Promise<Changed> {
  if (!(await findSection(db, caller.account.id, id))) return refused("no_such_thing", "id");
  await changeRow(db, "venue_section", id, { name, sort_idx: sortIdx });
  return { ok: true };
}

export async function changeVenueConfiguration(
  { db }: World,
  caller: Caller,
  id: number,
  { name }: { readonly name?: string | undefined },
): Promise<Changed> {
  if (!(await findConfiguration(db, caller.account.id, id))) return refused("no_such_thing", "id");
  await changeRow(db, "venue_configuration", id, { name });
  return { ok: true };
}
