import type { Page } from "#src/platform/domain/page.ts";
import type { Db } from "#src/platform/store/db.ts";
import { narrowsDates, narrowsEvents } from "./event-filters.ts";
import { type EventSearch, PLACES, type Slice, sortMatches } from "./event-order.ts";
import { listEvents, walkEvents } from "./event-walk.ts";
import { isInManyNames } from "./many-names.ts";

/** A search stops counting and paging after this number of matches. A list without filters does not. */
const FOUND_MAX = 1_000;

export type EventIds = {
  readonly ids: readonly number[];
  readonly total: number;
  /** Whether the count stopped at `total`. */
  readonly isMore: boolean;
};

/**
 * Returns the ids of one page of events and the number of events on all pages. Matches in the name come first, then on the
 * card, then in the texts; within these, by the first matching date. Few matches are all read and sorted. With many, the
 * events are read in order until the page is full, since a match is then never far.
 */
export async function searchEvents(
  db: Db,
  accountId: number,
  search: EventSearch & Page,
  max = FOUND_MAX,
): Promise<EventIds> {
  const slice = { offset: (search.page - 1) * search.pageSize, limit: search.pageSize };
  const { words } = search;
  if (words.length === 0 && !narrowsEvents(search) && !narrowsDates(search)) {
    const { ids, total } = await listEvents(db, accountId, search, slice, max);
    return { ids, total, isMore: false };
  }
  const ofMany = { ...slice, limit: Math.max(0, Math.min(slice.limit, max - slice.offset)) };
  if (await isInManyNames(db, accountId, search, max)) {
    return { ids: await walkEvents(db, accountId, search, "name", ofMany), total: max, isMore: true };
  }
  const few = await sortMatches(db, accountId, search, "anywhere", slice, max);
  if (few.total <= max) return { ...few, isMore: false };
  const ids = ofMany.limit > 0 ? await pickFromMany(db, accountId, search, ofMany, max) : [];
  return { ids, total: max, isMore: true };
}

async function pickFromMany(
  db: Db,
  accountId: number,
  search: EventSearch,
  { offset, limit }: Slice,
  max: number,
): Promise<readonly number[]> {
  if (search.words.length === 0) return walkEvents(db, accountId, search, "anywhere", { offset, limit });
  const ids: number[] = [];
  let before = 0;
  for (const place of PLACES) {
    const rest = { offset: Math.max(0, offset - before), limit: limit - ids.length };
    const few = await sortMatches(db, accountId, search, place, rest, max);
    const isMany = few.total > max;
    ids.push(...(isMany ? await walkEvents(db, accountId, search, place, rest) : few.ids));
    if (isMany || ids.length === limit) break;
    before += few.total;
  }
  return ids;
}
