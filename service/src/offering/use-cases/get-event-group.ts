import type { EventGroup } from "#src/catalogue/domain/event-group.ts";
import { findEventGroup, listEventGroups as list } from "#src/catalogue/store/event-groups.ts";
import { seesDrafts } from "#src/catalogue/use-cases/get-event.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import type { Page } from "#src/platform/domain/page.ts";
import type { World } from "#src/platform/world.ts";

/** A group of the caller's account with its events, less the drafts among them for those who may not see drafts. */
export async function getEventGroup({ db }: World, caller: Caller, id: number): Promise<EventGroup | undefined> {
  return findEventGroup(db, caller.account.id, id, seesDrafts(caller));
}

export function listEventGroups({ db }: World, caller: Caller, page: Page): ReturnType<typeof list> {
  return list(db, caller.account.id, seesDrafts(caller), page);
}
