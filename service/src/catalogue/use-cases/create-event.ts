import { type EventTexts, insertEvent } from "#src/catalogue/store/events.ts";
import { findConfiguration, findVenue, listConfigurations } from "#src/catalogue/store/venues.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import { type CatalogueRefusal, refused } from "#src/platform/domain/catalogue-refusal.ts";
import type { Outcome } from "#src/platform/domain/outcome.ts";
import type { World } from "#src/platform/world.ts";

/** A new event is a draft. Its configuration may be left out where the venue has only one. */
export async function createEvent(
  { db }: World,
  caller: Caller,
  event: {
    readonly venueId: number;
    readonly venueConfigurationId: number | undefined;
    readonly name: string;
    /** Absent: the account's. */
    readonly currency?: string | undefined;
    readonly texts: EventTexts;
  },
): Promise<Outcome<{ readonly id: number }, CatalogueRefusal>> {
  const { venueId, name, texts, currency = caller.account.currency } = event;
  const accountId = caller.account.id;
  const made = { accountId, venueId, name, texts, currency };
  if (!(await findVenue(db, accountId, venueId))) return refused("no_such_thing", "venue");

  if (event.venueConfigurationId === undefined) {
    const [only, ...others] = await listConfigurations(db, venueId);
    if (only === undefined || others.length > 0) return refused("configuration_needed", "venueConfiguration");
    return { ok: true, id: await insertEvent(db, { ...made, venueConfigurationId: only.id }) };
  }

  const configuration = await findConfiguration(db, accountId, event.venueConfigurationId);
  if (configuration === undefined) return refused("no_such_thing", "venueConfiguration");
  if (configuration.venueId !== venueId) return refused("configuration_of_another_venue", "venueConfiguration");
  return { ok: true, id: await insertEvent(db, { ...made, venueConfigurationId: configuration.id }) };
}
