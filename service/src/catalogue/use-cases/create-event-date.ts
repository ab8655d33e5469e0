import { openSections } from "#src/catalogue/store/arrangements.ts";
import { insertEventDate } from "#src/catalogue/store/event-dates.ts";
import { findEvents } from "#src/catalogue/store/events.ts";
import { findConfiguration } from "#src/catalogue/store/venues.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import { type CatalogueRefusal, refused } from "#src/platform/domain/catalogue-refusal.ts";
import type { Outcome } from "#src/platform/domain/outcome.ts";
import type { WallTime } from "#src/platform/domain/venue-time.ts";
import type { World } from "#src/platform/world.ts";
import { hoursOf, mayArrange } from "./arrange-dates.ts";

/** Adds a date and opens its configuration's sections. Two dates that overlap must arrange the venue alike. */
export async function createEventDate(
  { db }: World,
  caller: Caller,
  date: {
    readonly eventId: number;
    readonly venueConfigurationId: number | undefined;
    readonly startsLocal: WallTime;
    readonly endsLocal: WallTime | undefined;
    readonly label: string | undefined;
    readonly dateGroup: string | undefined;
    readonly sortIdx: number;
  },
): Promise<Outcome<{ readonly id: number }, CatalogueRefusal>> {
  return db.transaction(async (tx) => {
    const { eventId } = date;
    const [event] = (await findEvents(tx, caller.account.id, [eventId])).events;
    if (event === undefined) return refused("no_such_thing", "event");
    const venueConfigurationId = date.venueConfigurationId ?? event.venueConfiguration.id;
    const configuration = await findConfiguration(tx, caller.account.id, venueConfigurationId);
    if (configuration === undefined) return refused("no_such_thing", "venueConfiguration");

    const hours = await hoursOf(tx, date, event.venue.timeZone);
    if (!hours.ok) return hours;
    const { startsAt, endsAt } = hours;
    const wanted = { id: undefined, venueConfigurationId, startsAt, endsAt, cancelled: false };
    const may = await mayArrange(tx, { eventId, venueId: event.venue.id }, () => [
      { ...wanted, path: "venueConfiguration" },
    ]);
    if (!may.ok) return may;
    const id = await insertEventDate(tx, { ...date, startsAt, endsAt, venueConfigurationId });
    await openSections(tx, eventId, id);
    return { ok: true, id };
  });
}
