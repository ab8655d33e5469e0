import { type Indexed, listPublished as listPublishedOf } from "#src/catalogue/store/event-index.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import type { World } from "#src/platform/world.ts";

/** Everything of the caller's account that has a page, what is over included. */
export function listPublished(
  { db }: World,
  caller: Caller,
  page: number,
  pageSize: number,
): Promise<{ readonly events: readonly Indexed[]; readonly total: number }> {
  return listPublishedOf(db, caller.account.id, page, pageSize);
}
