import type { EventFacts } from "#src/catalogue/domain/event.ts";
import { type ArrangedDate, lockDatesOf } from "#src/catalogue/store/arrangements.ts";
import { changeEvent as change, type EventTexts, findEvents } from "#src/catalogue/store/events.ts";
import { findConfiguration } from "#src/catalogue/store/venues.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import { type CatalogueRefusal, refused } from "#src/platform/domain/catalogue-refusal.ts";
import type { Outcome } from "#src/platform/domain/outcome.ts";
import type { Db } from "#src/platform/store/db.ts";
import type { World } from "#src/platform/world.ts";
import { mayArrange, rearrange } from "./arrange-dates.ts";

type Changed = Outcome<object, CatalogueRefusal>;

export async function changeEvent(
  { db }: World,
  caller: Caller,
  id: number,
  asked: EventTexts & {
    readonly name?: string | undefined;
    readonly cancelled?: boolean | undefined;
    readonly venueConfigurationId?: number | undefined;
  },
): Promise<Changed> {
  return db.transaction(async (tx) => {
    const find = async () => (await findEvents(tx, caller.account.id, [id])).events[0];
    if ((await find()) === undefined) return refused("no_such_thing", "id");
    if (asked.venueConfigurationId !== undefined) {
      // Of two who rearrange it, the second one sees which configuration the first one left its dates in.
      await lockDatesOf(tx, id);
      const event = await find();
      if (event === undefined) return refused("no_such_thing", "id");
      const rearranged = await rearrangeDates(tx, caller, event, asked.venueConfigurationId);
      if (!rearranged.ok) return rearranged;
    }
    await change(tx, id, asked);
    return { ok: true };
  });
}

/** Every date ahead that had the event's configuration follows it to the new one; one that has its own keeps it. */
async function rearrangeDates(tx: Db, caller: Caller, event: EventFacts, configurationId: number): Promise<Changed> {
  const configuration = await findConfiguration(tx, caller.account.id, configurationId);
  if (configuration === undefined) return refused("no_such_thing", "venueConfiguration");
  if (configuration.venueId !== event.venue.id) return refused("configuration_of_another_venue", "venueConfiguration");
  const follows = (date: ArrangedDate) => !date.isOver && date.venueConfigurationId === event.venueConfiguration.id;
  const may = await mayArrange(tx, { eventId: event.id, venueId: event.venue.id }, (dates) =>
    dates
      .filter(follows)
      .map((date) => ({ ...date, venueConfigurationId: configurationId, path: "venueConfiguration" })),
  );
  if (!may.ok) return may;
  const ids = may.dates.filter(follows).map(({ id }) => id);
  await rearrange(tx, event.id, ids, configurationId);
  return { ok: true };
}

/** Shows an event to the public, or takes it back into the drawer. What was sold stays sold. */
export async function publishEvent({ db }: World, caller: Caller, id: number, published: boolean): Promise<Changed> {
  const { events } = await findEvents(db, caller.account.id, [id]);
  if (events.length === 0) return refused("no_such_thing", "id");
  await change(db, id, { published });
  return { ok: true };
}
