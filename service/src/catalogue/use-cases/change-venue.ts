import type { Address } from "#src/catalogue/domain/venue.ts";
import { lockConfiguration, openSections } from "#src/catalogue/store/arrangements.ts";
import {
  findConfiguration,
  findSection,
  findVenue,
  listSections,
  sellsOutside,
  setSections,
} from "#src/catalogue/store/venues.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import { type CatalogueRefusal, refused } from "#src/platform/domain/catalogue-refusal.ts";
import type { Outcome } from "#src/platform/domain/outcome.ts";
import { changeRow } from "#src/platform/store/change-row.ts";
import type { World } from "#src/platform/world.ts";
import { returnLapsed } from "#src/stock/store/return-places.ts";
import { changeCapacity, lockSection } from "#src/stock/store/section-capacity.ts";

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

/** Name, place in the order and capacity, which never falls below what is taken on any date that is not over. */
export async function changeVenueSection(
  { db }: World,
  caller: Caller,
  id: number,
  { name, sortIdx, capacity }: SectionChange,
): Promise<Changed> {
  // What has lapsed is nobody's, and would stand in the way.
  if (capacity !== undefined) await returnLapsed(db);
  return db.transaction(async (tx) => {
    if (!(await findSection(tx, caller.account.id, id))) return refused("no_such_thing", "id");
    await lockSection(tx, id);
    if (capacity !== undefined && !(await changeCapacity(tx, id, capacity))) {
      return refused("more_are_taken", "capacity");
    }
    await changeRow(tx, "venue_section", id, { name, sort_idx: sortIdx });
    return { ok: true };
  });
}

type SectionChange = {
  readonly name?: string | undefined;
  readonly sortIdx?: number | undefined;
  readonly capacity?: number | undefined;
};

/** Name and sections. Every date ahead that has the configuration opens and shuts its sections with it. */
export async function changeVenueConfiguration(
  { db }: World,
  caller: Caller,
  id: number,
  { name, sectionIds }: { readonly name?: string | undefined; readonly sectionIds?: readonly number[] | undefined },
): Promise<Changed> {
  return db.transaction(async (tx) => {
    if (!(await findConfiguration(tx, caller.account.id, id))) return refused("no_such_thing", "id");
    await lockConfiguration(tx, id);
    const was = await findConfiguration(tx, caller.account.id, id);
    if (was === undefined) return refused("no_such_thing", "id");
    if (sectionIds !== undefined) {
      const known = new Set((await listSections(tx, was.venueId)).map((section) => section.id));
      const stranger = sectionIds.findIndex((one) => !known.has(one));
      if (stranger !== -1) return refused("section_of_another_venue", `venueSections[${stranger}]`);
      if (await sellsOutside(tx, id, sectionIds)) return refused("ticket_type_outside", "venueSections");
      const dates = await setSections(tx, { id, venueId: was.venueId, sectionIds: [...new Set(sectionIds)] });
      for (const date of dates) await openSections(tx, date.eventId, date.id);
    }
    await changeRow(tx, "venue_configuration", id, { name });
    return { ok: true };
  });
}
