import { type Event, type EventDateFacts, eventAt, withoutHidden } from "#src/catalogue/domain/event.ts";
import type { EventState } from "#src/catalogue/domain/event-state.ts";
import {
  type EventSearch,
  type IndexedEvent,
  listPublished as listPublishedOf,
  writeOutdatedPositions,
} from "#src/catalogue/store/event-lists.ts";
import { findEventsInState, type StateSearch } from "#src/catalogue/store/event-states.ts";
import { findEvents } from "#src/catalogue/store/events.ts";
import { type Facets, findNearWords, readFacets } from "#src/catalogue/store/facets.ts";
import { type EventIds, searchEvents } from "#src/catalogue/store/search-events.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import type { Page } from "#src/platform/domain/page.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import type { Db } from "#src/platform/store/db.ts";
import { seesAllEvents, seesDrafts, withoutDrafts } from "./events.ts";

type EventList = {
  readonly things: readonly Event[];
  readonly total: number;
  /** There are more than `total`; they were not counted. */
  readonly isMore: boolean;
  /** No event has these words; the listed ones have similar words. */
  readonly isNearly: boolean;
};

/** A search with the words as they were typed. */
type EventListSearch = Omit<EventSearch, "withDrafts" | "words"> & Page & { readonly words?: readonly string[] };

/**
 * Returns one page of the account's events, soonest first. For callers who may see drafts `everything` adds these and past
 * events.
 */
export async function listEvents({ db }: Runtime, caller: Caller, search: EventListSearch): Promise<EventList> {
  const { words = [] } = search;
  const withDrafts = seesDrafts(caller);
  const visible = { ...search, everything: search.everything && withDrafts, withDrafts };
  const exact = await searchEvents(db, caller.account.id, { ...visible, words: words.map(spellings) });
  const near =
    exact.total === 0 && words.length > 0 ? await searchNearly(db, caller, { ...visible, words }) : undefined;
  const { ids, ...counted } = near ?? exact;
  const { events, now } = await findEvents(db, caller.account.id, ids);
  return {
    things: events.map((facts) => eventAt(withDrafts ? facts : withoutHidden(withoutDrafts(facts)), now)),
    ...counted,
    isNearly: counted.total > 0 && near !== undefined,
  };
}

/** An event with the dates that its figures are of. */
type EventInState = { readonly event: Event; readonly counted: readonly EventDateFacts[] };

type EventStateSearch = Omit<StateSearch, "state" | "words"> & {
  readonly state: EventState;
  readonly words: readonly string[];
};

/** Returns one page of the account's events in a state, unless the caller may see events ahead only. */
export async function listEventsInState(
  { db }: Runtime,
  caller: Caller,
  { state, words, ...search }: EventStateSearch,
): Promise<{ readonly things: readonly EventInState[]; readonly total: number } | "not_allowed"> {
  if (state !== "COMING" && !seesAllEvents(caller)) return "not_allowed";
  if (state === "ARCHIVED") return { things: [], total: 0 };
  const found = { ...search, state, words: words.map(spellings) };
  const { ids, total } = await findEventsInState(db, caller.account.id, found);
  const { events, now } = await findEvents(db, caller.account.id, ids);
  const things = events.map((facts) => ({
    event: eventAt(seesDrafts(caller) ? facts : withoutHidden(withoutDrafts(facts)), now),
    counted: facts.dates.filter(({ endsAt }) => state === "OVER" || endsAt > now),
  }));
  return { things, total };
}

/** Apostrophes are no signs here: the search leaves them out of every text. */
const SIGNS = /[^\p{L}\p{M}\p{N}'’‘ʻʼ′`]+/u;

/** Returns a typed word as an event may have it: "AC/DC" is also "ACDC" and "AC DC". With digits alone a space would join two numbers. */
function spellings(word: string): readonly string[] {
  const parts = word.split(SIGNS).filter((part) => part !== "");
  if (parts.length < 2) return [word];
  return [word, parts.join(""), ...(/\p{L}/u.test(word) ? [parts.join(" ")] : [])];
}

/** Searches with similar words in place of the typed ones. `undefined`: there are none. */
async function searchNearly(
  db: Db,
  caller: Caller,
  search: EventListSearch & { readonly words: readonly string[] },
): Promise<EventIds | undefined> {
  const near = await findNearWords(db, caller.account.id, search.words);
  if (near.every((words) => words.length === 0)) return undefined;
  const words = search.words.map((word, index) => [...spellings(word), ...(near[index] ?? [])]);
  return searchEvents(db, caller.account.id, { ...search, words });
}

/** Returns one page of all published events of the account, past ones included. */
export function listPublished(
  { db }: Runtime,
  caller: Caller,
  page: number,
  pageSize: number,
): Promise<{ readonly events: readonly IndexedEvent[]; readonly total: number }> {
  return listPublishedOf(db, caller.account.id, page, pageSize);
}

/** Returns the filters of the account's published events. */
export function getFacets({ db }: Runtime, caller: Caller): Promise<Facets> {
  return readFacets(db, caller.account.id);
}

/** Updates the stored order of events whose first date is over. Until then lists read their dates, so they are always right. */
export function updatePositions({ db }: Runtime): Promise<void> {
  return writeOutdatedPositions(db);
}
