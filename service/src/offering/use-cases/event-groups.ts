import type { EventGroup } from "#src/catalogue/domain/event-group.ts";
import {
  changeEventGroup as change,
  type EventGroupTexts,
  findEventGroup,
  findForeignEvents,
  insertEventGroup,
  listEventGroups as list,
  setEventsOfGroup,
} from "#src/catalogue/store/event-groups.ts";
import { seesDrafts } from "#src/catalogue/use-cases/events.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import { type ChangeRefusal, refused } from "#src/platform/domain/change-refusal.ts";
import type { Outcome } from "#src/platform/domain/outcome.ts";
import type { Page } from "#src/platform/domain/page.ts";
import type { Db } from "#src/platform/store/db.ts";
import type { World } from "#src/platform/world.ts";

/** A group of the caller's account with its events, less the drafts among them for those who may not see drafts. */
export async function getEventGroup({ db }: World, caller: Caller, id: number): Promise<EventGroup | undefined> {
  return findEventGroup(db, caller.account.id, id, seesDrafts(caller));
}

export function listEventGroups({ db }: World, caller: Caller, page: Page): ReturnType<typeof list> {
  return list(db, caller.account.id, seesDrafts(caller), page);
}

type Changed = Outcome<object, ChangeRefusal>;
type EventGroupInput = EventGroupTexts & { readonly eventIds: readonly number[] | undefined };

/** A new group is a draft, whatever its events are. */
export async function createEventGroup(
  { db }: World,
  caller: Caller,
  asked: EventGroupInput & { readonly name: string },
): Promise<Outcome<{ readonly id: number }, ChangeRefusal>> {
  return db.transaction(async (tx) => {
    const stranger = await findStranger(tx, caller, asked.eventIds);
    if (stranger) return stranger;
    const id = await insertEventGroup(tx, caller.account.id, asked.name);
    await write(tx, caller, id, asked);
    return { ok: true, id };
  });
}

/** Changes what is named. A list of events replaces the list that was. */
export async function changeEventGroup(
  { db }: World,
  caller: Caller,
  id: number,
  asked: EventGroupInput,
): Promise<Changed> {
  return db.transaction(async (tx) => {
    if (!(await findEventGroup(tx, caller.account.id, id, true))) return refused("no_such_thing", "id");
    const stranger = await findStranger(tx, caller, asked.eventIds);
    if (stranger) return stranger;
    await write(tx, caller, id, asked);
    return { ok: true };
  });
}

/** Shows a group to the public or takes it back. Its events stay as they are. */
export async function publishEventGroup(
  { db }: World,
  caller: Caller,
  id: number,
  published: boolean,
): Promise<Changed> {
  if (!(await findEventGroup(db, caller.account.id, id, true))) return refused("no_such_thing", "id");
  await change(db, id, { published });
  return { ok: true };
}

async function findStranger(db: Db, caller: Caller, eventIds: readonly number[] = []) {
  const [stranger] = await findForeignEvents(db, caller.account.id, eventIds);
  return stranger && refused("no_such_thing", `events[${eventIds.indexOf(stranger)}]`);
}

async function write(db: Db, caller: Caller, id: number, { eventIds, ...texts }: EventGroupInput): Promise<void> {
  await change(db, id, texts);
  if (eventIds) await setEventsOfGroup(db, caller.account.id, id, [...new Set(eventIds)]);
}
