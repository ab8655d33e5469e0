import { type Event, type EventDate, eventAt, withoutHidden } from "#src/catalogue/domain/event.ts";
import { findEvents } from "#src/catalogue/store/events.ts";
import { type DateSearch, searchEventDates } from "#src/catalogue/store/search-event-dates.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import type { World } from "#src/platform/world.ts";

export type DateOfEvent = { readonly event: Event; readonly date: EventDate; readonly onDay: number };
export type DateList = { readonly dates: readonly DateOfEvent[]; readonly total: number };

/** One page of the dates of everything that the account has published, as a calendar shows them to the public. */
export async function listEventDates({ db }: World, caller: Caller, search: DateSearch): Promise<DateList> {
  const { dates: found, total } = await searchEventDates(db, caller.account.id, search);
  const eventIds = [...new Set(found.map(({ eventId }) => eventId))];
  const dateIds = found.map(({ id }) => id);
  const { events, now } = await findEvents(db, caller.account.id, eventIds, dateIds);
  const byId = new Map(events.map((facts) => [facts.id, eventAt(withoutHidden(facts), now)]));
  const dates = found.flatMap(({ id, eventId, onDay }) => {
    const event = byId.get(eventId);
    const date = event?.dates.find((one) => one.id === id);
    // Between two reads a date may have gone.
    return event === undefined || date === undefined ? [] : [{ event, date, onDay }];
  });
  return { dates, total };
}
