import type { Caller } from "#src/domain/caller.ts";
import { type CatalogueRefusal, refused } from "#src/domain/catalogue-refusal.ts";
import type { Outcome } from "#src/domain/outcome.ts";
import { changeRow } from "#src/store/change-row.ts";
import type { Db } from "#src/store/db.ts";
import { findEventOfDate, lockDatesOf, overlapsOtherConfiguration } from "#src/store/event-dates.ts";
import { changeEvent as change, type EventTexts, findEvents } from "#src/store/events.ts";
import type { World } from "#src/world.ts";

type Changed = Outcome<object, CatalogueRefusal>;

export async function changeEvent(
  { db }: World,
  caller: Caller,
  id: number,
  asked: EventTexts & { readonly name?: string | undefined; readonly cancelled?: boolean | undefined },
): Promise<Changed> {
  const { events } = await findEvents(db, caller.account.id, [id]);
  if (events.length === 0) return refused("no_such_thing", "id");
  await change(db, id, asked);
  return { ok: true };
}

/** Shows an event to the public, or takes it back into the drawer. What was sold stays sold. */
export async function publishEvent({ db }: World, caller: Caller, id: number, published: boolean): Promise<Changed> {
  const { events } = await findEvents(db, caller.account.id, [id]);
  if (events.length === 0) return refused("no_such_thing", "id");
  await change(db, id, { published });
  return { ok: true };
}

export type EventDateChange = {
  readonly label?: string | null | undefined;
  readonly dateGroup?: string | null | undefined;
  readonly sortIdx?: number | undefined;
  readonly cancelled?: boolean | undefined;
};

/** Calling a date off is always possible; calling it on again only where nothing has taken its hours meanwhile. */
export async function changeEventDate(
  { db }: World,
  caller: Caller,
  id: number,
  asked: EventDateChange,
): Promise<Changed> {
  return db.transaction(async (tx) => {
    const eventId = await findEventOfDate(tx, caller.account.id, id);
    if (eventId === undefined) return refused("no_such_thing", "id");
    const { label, dateGroup, sortIdx, cancelled } = asked;
    if (cancelled === false && (await isHindered(tx, caller.account.id, eventId, id))) {
      return refused("overlaps_other_configuration", "cancelled");
    }
    await changeRow(tx, "event_date", id, { label, date_group: dateGroup, sort_idx: sortIdx, cancelled });
    return { ok: true };
  });
}

async function isHindered(db: Db, accountId: number, eventId: number, eventDateId: number): Promise<boolean> {
  await lockDatesOf(db, eventId);
  const { events } = await findEvents(db, accountId, [eventId]);
  const date = events[0]?.dates.find(({ id }) => id === eventDateId);
  if (date === undefined) return false;
  const { startsAt, endsAt, venueConfiguration } = date;
  return overlapsOtherConfiguration(db, { eventId, venueConfigurationId: venueConfiguration.id, startsAt, endsAt });
}
