import {
  overlapsAmong,
  type Venue,
  type VenueConfiguration,
  type VenueInFull,
  type VenueSection,
} from "#src/catalogue/domain/venue.ts";
import { lockConfiguration, openSections } from "#src/catalogue/store/arrangements.ts";
import { listConfigurationsWithBoth, lockFloor, setOverlaps } from "#src/catalogue/store/overlaps.ts";
import { searchVenues, type VenueSearch } from "#src/catalogue/store/venue-summaries.ts";
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
import { changeRow, makeRow, noteMade } from "#src/platform/store/rows.ts";
import { returnExpired } from "#src/stock/store/places.ts";
import { changeCapacity, lockSections } from "#src/stock/store/stock.ts";

export async function getVenue({ db }: Runtime, caller: Caller, id: number): Promise<VenueInFull | undefined> {
  const venue = await findVenue(db, caller.account.id, id);
  if (venue === undefined) return undefined;
  return { ...venue, sections: await listSections(db, id), configurations: await listConfigurations(db, id) };
}

export function listVenues({ db }: Runtime, caller: Caller, page: Page): ReturnType<typeof listVenuesOf> {
  return listVenuesOf(db, caller.account.id, page);
}

/** Returns one page of the account's venues with their sections and configurations. */
export function listVenueSummaries({ db }: Runtime, caller: Caller, search: VenueSearch) {
  return searchVenues(db, caller.account.id, search);
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

export async function createVenue(
  { db }: Runtime,
  caller: Caller,
  venue: Omit<Venue, "id" | "version">,
): Promise<Created> {
  if (!isTimeZone(venue.timeZone) || !(await knowsTimeZone(db, venue.timeZone))) {
    return refused("unknown_time_zone", "timeZone");
  }
  return { ok: true, id: await makeRow(db, caller, "venue", { ...venue, accountId: caller.account.id }) };
}

export async function createVenueSection(
  { db }: Runtime,
  caller: Caller,
  { overlaps, ...section }: Omit<VenueSection, "id" | "version"> & { readonly venueId: number },
): Promise<Created> {
  const { venueId } = section;
  if (!(await findVenue(db, caller.account.id, venueId))) return refused("no_such_thing", "venue");
  return db.transaction(async (tx) => {
    const foreign = refuseForeignSections(await listSections(tx, venueId), overlaps, "overlaps");
    if (foreign) return foreign;
    await lockSections(tx, overlaps);
    const id = await makeRow(tx, caller, "venue_section", section, { overlaps });
    await changeOverlaps(tx, caller, { id, venueId, overlaps: [] }, overlaps);
    return { ok: true, id };
  });
}

export async function createVenueConfiguration(
  { db }: Runtime,
  caller: Caller,
  configuration: { readonly venueId: number; readonly name: string; readonly sectionIds: readonly number[] },
): Promise<Created> {
  const { venueId } = configuration;
  if (!(await findVenue(db, caller.account.id, venueId))) return refused("no_such_thing", "venue");
  const sectionIds = [...new Set(configuration.sectionIds)];
  return db.transaction(async (tx) => {
    await lockFloor(tx, venueId);
    const unfit = await refuseSections(tx, venueId, configuration.sectionIds);
    if (unfit) return unfit;
    const id = await insertConfiguration(tx, { ...configuration, sectionIds });
    await noteMade(tx, caller, { table: "venue_configuration", id }, configuration, { venueSections: sectionIds });
    return { ok: true, id };
  });
}

/** Changes name, address and map. The time zone cannot change: the instants of the dates are derived from it. */
export async function changeVenue(
  { db }: Runtime,
  caller: Caller,
  id: number,
  change: ChangeOf<Pick<Venue, "version" | "name" | "address" | "mapUrl">>,
): Promise<Changed> {
  if (!(await findVenue(db, caller.account.id, id))) return refused("no_such_thing", "id");
  await changeRow(db, caller, "venue", id, change);
  return { ok: true };
}

/**
 * Changes name, sort index, door, capacity and overlaps. Refuses a capacity below the places taken on a date that is not over,
 * and an overlap with a section that a configuration has beside this one.
 */
export async function changeVenueSection(
  { db }: Runtime,
  caller: Caller,
  id: number,
  { capacity, overlaps, ...change }: ChangeOf<Omit<VenueSection, "id">>,
): Promise<Changed> {
  // Expired reservations must not count against a smaller capacity.
  if (capacity !== undefined) await returnExpired(db);
  return db.transaction(async (tx) => {
    const section = await findSection(tx, caller.account.id, id);
    if (section === undefined) return refused("no_such_thing", "id");
    if (overlaps !== undefined) {
      await lockFloor(tx, section.venueId);
      const unfit = await refuseOverlaps(tx, section, overlaps);
      if (unfit) return unfit;
    }
    await lockSections(tx, [id, ...(overlaps === undefined ? [] : [...section.overlaps, ...overlaps])]);
    const was = (await findSection(tx, caller.account.id, id)) ?? section;
    if (capacity !== undefined && !(await changeCapacity(tx, id, capacity))) {
      return refused("more_are_taken", "capacity");
    }
    const beside = {
      capacity: [was.capacity, capacity],
      overlaps: [was.overlaps, overlaps && inOrder(overlaps)],
    } as const;
    await changeRow(tx, caller, "venue_section", id, change, beside);
    if (overlaps !== undefined) await changeOverlaps(tx, caller, was, overlaps);
    return { ok: true };
  });
}

type Overlapping = Pick<VenueSection, "id" | "overlaps"> & { readonly venueId: number };

/** Replaces the sections that share the floor of this one. Each of them names it in turn, which is a change of theirs. */
async function changeOverlaps(
  tx: Db,
  caller: Caller,
  { id, venueId, overlaps: was }: Overlapping,
  is: readonly number[],
) {
  const differing = new Set(was).symmetricDifference(new Set(is));
  for (const other of (await listSections(tx, venueId)).filter((one) => differing.has(one.id))) {
    const others = is.includes(other.id)
      ? inOrder([...other.overlaps, id])
      : other.overlaps.filter((one) => one !== id);
    await changeRow(tx, caller, "venue_section", other.id, {}, { overlaps: [other.overlaps, others] });
  }
  await setOverlaps(tx, { id, venueId }, is);
}

/** Changes name and sections. Every date ahead with the configuration gets the new sections. */
export async function changeVenueConfiguration(
  { db }: Runtime,
  caller: Caller,
  id: number,
  { sectionIds, ...change }: ChangeOf<Omit<VenueConfiguration, "id">>,
): Promise<Changed> {
  return db.transaction(async (tx) => {
    const configuration = await findConfiguration(tx, caller.account.id, id);
    if (configuration === undefined) return refused("no_such_thing", "id");
    if (sectionIds !== undefined) await lockFloor(tx, configuration.venueId);
    await lockConfiguration(tx, id);
    const was = (await findConfiguration(tx, caller.account.id, id)) ?? configuration;
    if (sectionIds !== undefined) {
      const unfit = await refuseSections(tx, was.venueId, sectionIds);
      if (unfit) return unfit;
      if (await sellsOutside(tx, id, sectionIds)) return refused("ticket_types_outside", "venueSections");
      const dates = await setSections(tx, { id, venueId: was.venueId, sectionIds: [...new Set(sectionIds)] });
      for (const date of dates) await openSections(tx, date.eventId, date.id);
    }
    const beside = { venueSections: [was.sectionIds, sectionIds && inOrder(sectionIds)] } as const;
    await changeRow(tx, caller, "venue_configuration", id, change, beside);
    return { ok: true };
  });
}

/** Returns the ids as they are read: each once, the smallest first. */
function inOrder(ids: readonly number[]): readonly number[] {
  return [...new Set(ids)].toSorted((one, other) => one - other);
}

/** Refuses sections of a configuration that are of another venue, or of which two share their floor. */
async function refuseSections(tx: Db, venueId: number, sectionIds: readonly number[]) {
  const sections = await listSections(tx, venueId);
  const foreign = refuseForeignSections(sections, sectionIds, "venueSections");
  if (foreign) return foreign;
  const byId = new Map(sections.map((one) => [one.id, one]));
  const pairs = overlapsAmong([...new Set(sectionIds)].flatMap((id) => byId.get(id) ?? []));
  const [first] = pairs;
  const names = pairs.slice(0, NAMED_MAX).map(bothNames).join(", ");
  return first && refused("sections_overlap", `venueSections[${sectionIds.indexOf(first[1].id)}]`, names);
}

/** Refuses overlaps of a section with itself, with sections of another venue, and with those beside it in a configuration. */
async function refuseOverlaps(
  tx: Db,
  section: Pick<VenueSection, "id" | "name"> & { readonly venueId: number },
  overlaps: readonly number[],
) {
  if (overlaps.includes(section.id)) {
    return refused("section_overlaps_itself", `overlaps[${overlaps.indexOf(section.id)}]`);
  }
  const foreign = refuseForeignSections(await listSections(tx, section.venueId), overlaps, "overlaps");
  if (foreign) return foreign;
  const both = await listConfigurationsWithBoth(tx, section.id, overlaps);
  const [first] = both;
  const names = both
    .slice(0, NAMED_MAX)
    .map(({ other, configuration }) => `${bothNames([section, other])} in ${named(configuration)}`)
    .join(", ");
  return first && refused("overlap_in_configuration", `overlaps[${overlaps.indexOf(first.other.id)}]`, names);
}

function refuseForeignSections(
  ofVenue: readonly VenueSection[],
  sectionIds: readonly number[],
  path: "venueSections" | "overlaps",
) {
  const known = new Set(ofVenue.map(({ id }) => id));
  const foreign = sectionIds.findIndex((id) => !known.has(id));
  return foreign === -1 ? undefined : refused("section_of_another_venue", `${path}[${foreign}]`);
}

type Named = { readonly id: number; readonly name: string };

/** Bounds a message: the number of pairs that it names. */
const NAMED_MAX = 5;

const named = ({ id, name }: Named) => `${name} (${id})`;
const bothNames = ([one, other]: readonly [Named, Named]) => `${named(one)} and ${named(other)}`;
