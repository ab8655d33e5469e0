import type { Venue, VenueConfiguration, VenueSection } from "#src/catalogue/domain/venue.ts";
import { lockConfiguration, openSections } from "#src/catalogue/store/arrangements.ts";
import {
  findConfiguration,
  findSection,
  findVenue,
  insertConfiguration,
  knowsTimeZone,
  listConfigurations,
  listSections,
  listVenues as listVenuesOf,
  sellsOutside,
  setSections,
} from "#src/catalogue/store/venues.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import { type Changed, type ChangeOf, type Created, refused } from "#src/platform/domain/outcome.ts";
import type { Page } from "#src/platform/domain/page.ts";
import { isTimeZone } from "#src/platform/domain/venue-time.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import type { Db } from "#src/platform/store/db.ts";
import { changeRow, insertRow } from "#src/platform/store/rows.ts";
import { returnExpired } from "#src/stock/store/places.ts";
import { changeCapacity, lockSection } from "#src/stock/store/stock.ts";

export type VenueInFull = Venue & {
  readonly sections: readonly VenueSection[];
  readonly configurations: readonly VenueConfiguration[];
};

export async function getVenue({ db }: Runtime, caller: Caller, id: number): Promise<VenueInFull | undefined> {
  const venue = await findVenue(db, caller.account.id, id);
  if (venue === undefined) return undefined;
  return { ...venue, sections: await listSections(db, id), configurations: await listConfigurations(db, id) };
}

export function listVenues({ db }: Runtime, caller: Caller, page: Page): ReturnType<typeof listVenuesOf> {
  return listVenuesOf(db, caller.account.id, page);
}

export async function getVenueSection({ db }: Runtime, caller: Caller, id: number) {
  return findSection(db, caller.account.id, id);
}

export async function getVenueConfiguration({ db }: Runtime, caller: Caller, id: number) {
  const configuration = await findConfiguration(db, caller.account.id, id);
  if (configuration === undefined) return undefined;
  const sections = await listSections(db, configuration.venueId);
  return { ...configuration, sections: sections.filter((one) => configuration.sectionIds.includes(one.id)) };
}

export async function createVenue({ db }: Runtime, caller: Caller, venue: Omit<Venue, "id">): Promise<Created> {
  if (!isTimeZone(venue.timeZone) || !(await knowsTimeZone(db, venue.timeZone))) {
    return refused("unknown_time_zone", "timeZone");
  }
  return { ok: true, id: await insertRow(db, "venue", { ...venue, accountId: caller.account.id }) };
}

export async function createVenueSection(
  { db }: Runtime,
  caller: Caller,
  section: Omit<VenueSection, "id"> & { readonly venueId: number },
): Promise<Created> {
  if (!(await findVenue(db, caller.account.id, section.venueId))) return refused("no_such_thing", "venue");
  return { ok: true, id: await insertRow(db, "venue_section", section) };
}

export async function createVenueConfiguration(
  { db }: Runtime,
  caller: Caller,
  configuration: { readonly venueId: number; readonly name: string; readonly sectionIds: readonly number[] },
): Promise<Created> {
  const { venueId } = configuration;
  if (!(await findVenue(db, caller.account.id, venueId))) return refused("no_such_thing", "venue");
  const foreign = await refuseForeignSections(db, venueId, configuration.sectionIds);
  if (foreign) return foreign;
  const sectionIds = [...new Set(configuration.sectionIds)];
  return { ok: true, id: await insertConfiguration(db, { ...configuration, sectionIds }) };
}

/** Changes name, address and map. The time zone cannot change: the instants of the dates are derived from it. */
export async function changeVenue(
  { db }: Runtime,
  caller: Caller,
  id: number,
  change: ChangeOf<Pick<Venue, "name" | "address" | "mapUrl">>,
): Promise<Changed> {
  if (!(await findVenue(db, caller.account.id, id))) return refused("no_such_thing", "id");
  await changeRow(db, "venue", id, change);
  return { ok: true };
}

/** Changes name, sort index, door and capacity. Refuses a capacity below the places taken on a date that is not over. */
export async function changeVenueSection(
  { db }: Runtime,
  caller: Caller,
  id: number,
  { capacity, ...change }: ChangeOf<Omit<VenueSection, "id">>,
): Promise<Changed> {
  // Expired reservations must not count against a smaller capacity.
  if (capacity !== undefined) await returnExpired(db);
  return db.transaction(async (tx) => {
    if (!(await findSection(tx, caller.account.id, id))) return refused("no_such_thing", "id");
    await lockSection(tx, id);
    if (capacity !== undefined && !(await changeCapacity(tx, id, capacity))) {
      return refused("more_are_taken", "capacity");
    }
    await changeRow(tx, "venue_section", id, change);
    return { ok: true };
  });
}

/** Changes name and sections. Every date ahead with the configuration gets the new sections. */
export async function changeVenueConfiguration(
  { db }: Runtime,
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
      const foreign = await refuseForeignSections(tx, was.venueId, sectionIds);
      if (foreign) return foreign;
      if (await sellsOutside(tx, id, sectionIds)) return refused("ticket_types_outside", "venueSections");
      const dates = await setSections(tx, { id, venueId: was.venueId, sectionIds: [...new Set(sectionIds)] });
      for (const date of dates) await openSections(tx, date.eventId, date.id);
    }
    await changeRow(tx, "venue_configuration", id, { name });
    return { ok: true };
  });
}

async function refuseForeignSections(db: Db, venueId: number, sectionIds: readonly number[]) {
  const known = new Set((await listSections(db, venueId)).map(({ id }) => id));
  const foreign = sectionIds.findIndex((id) => !known.has(id));
  return foreign === -1 ? undefined : refused("section_of_another_venue", `venueSections[${foreign}]`);
}
