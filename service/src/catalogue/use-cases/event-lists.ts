import { type Event, eventAt, withoutHidden } from "#src/catalogue/domain/event.ts";
import { type Indexed, listPublished as listPublishedOf } from "#src/catalogue/store/event-index.ts";
import type { EventSearch } from "#src/catalogue/store/event-order.ts";
import { findEvents } from "#src/catalogue/store/events.ts";
import { type Facets, readFacets } from "#src/catalogue/store/facets.ts";
import { findNearWords } from "#src/catalogue/store/near-words.ts";
import { type EventIds, searchEvents } from "#src/catalogue/store/search-events.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import type { Page } from "#src/platform/domain/page.ts";
import type { Db } from "#src/platform/store/db.ts";
import type { World } from "#src/platform/world.ts";
import { seesDrafts, withoutDrafts } from "./events.ts";

export type EventList = {
  readonly events: readonly Event[];
  readonly total: number;
  /** There are more than `total`, and nobody counted them. */
  readonly isMore: boolean;
  /** No event has these words; these have words that are nearly the same. */
  readonly isNearly: boolean;
};

/** As somebody asks: words as they were typed, each to be found by itself. */
type EventListSearch = Omit<EventSearch, "withDrafts" | "words"> & Page & { readonly words?: readonly string[] };

/** One page of the caller's account's events, soonest first. `everything` adds what is over, and drafts for those who may see them. */
export async function listEvents({ db }: World, caller: Caller, search: EventListSearch): Promise<EventList> {
  const { words = [] } = search;
  const withDrafts = seesDrafts(caller);
  const asked = { ...search, everything: search.everything && withDrafts, withDrafts };
  const exact = await searchEvents(db, caller.account.id, { ...asked, words: words.map((word) => [word]) });
  const near = exact.total === 0 && words.length > 0 ? await searchNearly(db, caller, { ...asked, words }) : undefined;
  const { ids, ...counted } = near ?? exact;
  const { events, now } = await findEvents(db, caller.account.id, ids);
  return {
    events: events.map((facts) => eventAt(withDrafts ? facts : withoutHidden(withoutDrafts(facts)), now)),
    ...counted,
    isNearly: counted.total > 0 && near !== undefined,
  };
}

/** What has other words than were typed, but words like them. */
async function searchNearly(
  db: Db,
  caller: Caller,
  search: EventListSearch & { readonly words: readonly string[] },
): Promise<EventIds | undefined> {
  const near = await findNearWords(db, caller.account.id, search.words);
  if (near.every((words) => words.length === 0)) return undefined;
  const words = search.words.map((word, index) => [word, ...(near[index] ?? [])]);
  return searchEvents(db, caller.account.id, { ...search, words });
}

/** Everything of the caller's account that has a page, what is over included. */
export function listPublished(
  { db }: World,
  caller: Caller,
  page: number,
  pageSize: number,
): Promise<{ readonly events: readonly Indexed[]; readonly total: number }> {
  return listPublishedOf(db, caller.account.id, page, pageSize);
}

/** By what the events of the caller's account can be told apart. */
export function getFacets({ db }: World, caller: Caller): Promise<Facets> {
  return readFacets(db, caller.account.id);
}
