import type { Venue, VenueConfiguration, VenueSection } from "#src/catalogue/domain/venue.ts";
import {
  findConfiguration,
  findSection,
  findVenue,
  listConfigurations,
  listSections,
  listVenues as listVenuesOf,
} from "#src/catalogue/store/venues.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import type { Page } from "#src/platform/domain/page.ts";
import type { World } from "#src/platform/world.ts";

export type VenueInFull = Venue & {
  readonly sections: readonly VenueSection[];
  readonly configurations: readonly VenueConfiguration[];
};

export async function getVenue({ db }: World, caller: Caller, id: number): Promise<VenueInFull | undefined> {
  const venue = await findVenue(db, caller.account.id, id);
  if (venue === undefined) return undefined;
  return { ...venue, sections: await listSections(db, id), configurations: await listConfigurations(db, id) };
}

export function listVenues({ db }: World, caller: Caller, page: Page): ReturnType<typeof listVenuesOf> {
  return listVenuesOf(db, caller.account.id, page);
}

export async function getVenueSection({ db }: World, caller: Caller, id: number) {
  return findSection(db, caller.account.id, id);
}

export async function getVenueConfiguration({ db }: World, caller: Caller, id: number) {
  const configuration = await findConfiguration(db, caller.account.id, id);
  if (configuration === undefined) return undefined;
  const sections = await listSections(db, configuration.venueId);
  return { ...configuration, sections: sections.filter((one) => configuration.sectionIds.includes(one.id)) };
}
