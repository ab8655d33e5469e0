import type { Caller } from "#src/domain/caller.ts";
import { type Event, eventAt, withoutHidden } from "#src/domain/event.ts";
import { findEvents } from "#src/store/events.ts";
import { type EventSearch, searchEvents } from "#src/store/search-events.ts";
import type { World } from "#src/world.ts";
import { seesDrafts, withoutDrafts } from "./get-event.ts";

export type EventList = {
  readonly events: readonly Event[];
  readonly total: number;
  /** No event has these words; these have words that are nearly the same. */
  readonly isNearly: boolean;
};

/** One page of the caller's account's events, soonest first. `everything` adds what is over, and drafts for those who may see them. */
export async function listEvents(
  { db }: World,
  caller: Caller,
  search: Omit<EventSearch, "withDrafts" | "nearly">,
): Promise<EventList> {
  const withDrafts = seesDrafts(caller);
  const asked = { ...search, everything: search.everything && withDrafts, withDrafts };
  const exact = await searchEvents(db, caller.account.id, asked);
  const isNearly = exact.total === 0 && asked.words !== undefined && asked.words.length > 0;
  const { ids, total } = isNearly ? await searchEvents(db, caller.account.id, { ...asked, nearly: true }) : exact;
  const { events, now } = await findEvents(db, caller.account.id, ids);
  return {
    events: events.map((facts) => eventAt(withDrafts ? facts : withoutHidden(withoutDrafts(facts)), now)),
    ...{ total, isNearly: isNearly && total > 0 },
  };
}
