import type { Page } from "#src/platform/domain/page.ts";
import type { Db } from "#src/platform/store/db.ts";
import { narrowsDates, narrowsEvents } from "./event-filters.ts";
import { countAll, type EventSearch, PLACES, type Slice, sortFew, walk } from "./event-order.ts";

/** A search that finds more is not counted on and not leafed through any further. A list that nothing narrows is. */
const FOUND_MAX = 1_000;

export type EventIds = {
  readonly ids: readonly number[];
  readonly total: number;
  /** `total` is where the count has stopped. */
  readonly isMore: boolean;
};

/**
 * The ids of one page of events, and how many there are on all pages. Those with the words in their name come first,
 * then those with the words on their card, then those that only mention them; among these the soonest of the dates
 * asked for. Of few, all are read and sorted. Of many, the dates ahead are walked until the page is full, since among
 * many one that fits is never far.
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
    const [ids, total] = await Promise.all([
      walk(db, accountId, search, "anywhere", slice),
      countAll(db, accountId, search),
    ]);
    return { ids, total, isMore: false };
  }
  const few = await sortFew(db, accountId, search, "anywhere", slice, max);
  if (few.total <= max) return { ...few, isMore: false };
  const limit = Math.min(slice.limit, max - slice.offset);
  const ids = limit > 0 ? await pickFromMany(db, accountId, search, { ...slice, limit }, max) : [];
  return { ids, total: max, isMore: true };
}

async function pickFromMany(
  db: Db,
  accountId: number,
  search: EventSearch,
  { offset, limit }: Slice,
  max: number,
): Promise<readonly number[]> {
  if (search.words.length === 0) return walk(db, accountId, search, "anywhere", { offset, limit });
  const ids: number[] = [];
  let before = 0;
  for (const place of PLACES) {
    const rest = { offset: Math.max(0, offset - before), limit: limit - ids.length };
    const few = await sortFew(db, accountId, search, place, rest, max);
    const isMany = few.total > max;
    ids.push(...(isMany ? await walk(db, accountId, search, place, rest) : few.ids));
    if (isMany || ids.length === limit) break;
    before += few.total;
  }
  return ids;
}
