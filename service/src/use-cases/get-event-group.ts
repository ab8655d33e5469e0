import type { Caller } from "#src/domain/caller.ts";
import type { EventGroup } from "#src/domain/event-group.ts";
import type { Page } from "#src/domain/page.ts";
import { findEventGroup, listEventGroups as list } from "#src/store/event-groups.ts";
import type { World } from "#src/world.ts";
import { seesDrafts } from "./get-event.ts";

/** A group of the caller's account with its events, less the drafts among them for those who may not see drafts. */
export async function getEventGroup({ db }: World, caller: Caller, id: number): Promise<EventGroup | undefined> {
  return findEventGroup(db, caller.account.id, id, seesDrafts(caller));
}

export function listEventGroups({ db }: World, caller: Caller, page: Page): ReturnType<typeof list> {
  return list(db, caller.account.id, seesDrafts(caller), page);
}
