import type { Caller } from "#src/domain/caller.ts";
import { type CatalogueRefusal, refused } from "#src/domain/catalogue-refusal.ts";
import type { Outcome } from "#src/domain/outcome.ts";
import type { WallTime } from "#src/domain/venue-time.ts";
import { insertEventDate, lockDatesOf, overlapsOtherConfiguration, toInstant } from "#src/store/event-dates.ts";
import { findEvents } from "#src/store/events.ts";
import { findConfiguration } from "#src/store/venues.ts";
import type { World } from "#src/world.ts";

/** How long a date is taken to last when nobody says: an evening. */
const USUAL_LENGTH_HOURS = 3;

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
    await lockDatesOf(tx, date.eventId);
    const [event] = (await findEvents(tx, caller.account.id, [date.eventId])).events;
    if (event === undefined) return refused("no_such_thing", "event");

    const venueConfigurationId = date.venueConfigurationId ?? event.venueConfiguration.id;
    const configuration = await findConfiguration(tx, caller.account.id, venueConfigurationId);
    if (configuration === undefined) return refused("no_such_thing", "venueConfiguration");
    if (configuration.venueId !== event.venue.id)
      return refused("configuration_of_another_venue", "venueConfiguration");

    const start = await toInstant(tx, date.startsLocal, event.venue.timeZone);
    if (!start.exists) return refused("time_does_not_exist", "eventStart");
    const end = date.endsLocal && (await toInstant(tx, date.endsLocal, event.venue.timeZone));
    if (end && !end.exists) return refused("time_does_not_exist", "eventEnd");
    if (end && end.at <= start.at) return refused("ends_before_it_starts", "eventEnd");

    const times = { startsAt: start.at, endsAt: end ? end.at : hoursAfter(start.at, USUAL_LENGTH_HOURS) };
    const { eventId } = date;
    if (await overlapsOtherConfiguration(tx, { eventId, venueConfigurationId, ...times })) {
      return refused("overlaps_other_configuration", "venueConfiguration");
    }
    return { ok: true, id: await insertEventDate(tx, { ...date, ...times, venueConfigurationId }) };
  });
}

function hoursAfter(instant: Date, hours: number): Date {
  return new Date(instant.getTime() + hours * 3_600_000);
}
