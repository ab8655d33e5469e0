import type { Caller } from "#src/domain/caller.ts";
import { type Event, eventAt } from "#src/domain/event.ts";
import { findEvents } from "#src/store/events.ts";
import { type EventSearch, searchEvents } from "#src/store/search-events.ts";
import type { World } from "#src/world.ts";
import { seesDrafts } from "./get-event.ts";

/** What an unpaged list answers at most: more events than any account has at once. */
export const EVENTS_MAX = 1_000;

export type EventList = { readonly events: readonly Event[]; readonly total: number };

/** One page of the caller's account's events, soonest first. `everything` adds what is over, and drafts for those who may see them. */
export async function listEvents({ db }: World, caller: Caller, search: EventSearch): Promise<EventList> {
  const everything = search.everything && seesDrafts(caller);
  const { ids, total } = await searchEvents(db, caller.account.id, { ...search, everything });
  const { events, now } = await findEvents(db, caller.account.id, ids);
  return { events: events.map((facts) => eventAt(facts, now)), total };
}
