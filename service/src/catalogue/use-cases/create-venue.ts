import type { Address } from "#src/catalogue/domain/venue.ts";
import {
  findVenue,
  insertConfiguration,
  insertSection,
  insertVenue,
  knowsTimeZone,
  listSections,
} from "#src/catalogue/store/venues.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import { type CatalogueRefusal, refused } from "#src/platform/domain/catalogue-refusal.ts";
import type { Outcome } from "#src/platform/domain/outcome.ts";
import { isTimeZone } from "#src/platform/domain/venue-time.ts";
import type { World } from "#src/platform/world.ts";

type Made = Outcome<{ readonly id: number }, CatalogueRefusal>;

export async function createVenue(
  { db }: World,
  caller: Caller,
  venue: { readonly name: string; readonly address: Address; readonly timeZone: string },
): Promise<Made> {
  if (!isTimeZone(venue.timeZone) || !(await knowsTimeZone(db, venue.timeZone))) {
    return refused("unknown_time_zone", "timeZone");
  }
  return { ok: true, id: await insertVenue(db, { ...venue, accountId: caller.account.id }) };
}

export async function createVenueSection(
  { db }: World,
  caller: Caller,
  section: { readonly venueId: number; readonly name: string; readonly capacity: number; readonly sortIdx: number },
): Promise<Made> {
  if (!(await findVenue(db, caller.account.id, section.venueId))) return refused("no_such_thing", "venue");
  return { ok: true, id: await insertSection(db, section) };
}

export async function createVenueConfiguration(
  { db }: World,
  caller: Caller,
  configuration: { readonly venueId: number; readonly name: string; readonly sectionIds: readonly number[] },
): Promise<Made> {
  const { venueId } = configuration;
  if (!(await findVenue(db, caller.account.id, venueId))) return refused("no_such_thing", "venue");
  const known = new Set((await listSections(db, venueId)).map(({ id }) => id));
  const stranger = configuration.sectionIds.findIndex((id) => !known.has(id));
  if (stranger !== -1) return refused("section_of_another_venue", `venueSections[${stranger}]`);
  const sectionIds = [...new Set(configuration.sectionIds)];
  return { ok: true, id: await insertConfiguration(db, { ...configuration, sectionIds }) };
}
