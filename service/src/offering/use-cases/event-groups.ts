import type { EventGroup } from "#src/catalogue/domain/event-group.ts";
import {
  findEventGroup,
  findForeignEvents,
  listEventGroups as list,
  lockEventGroup,
  setEventsOfGroup,
} from "#src/catalogue/store/event-groups.ts";
import { seesDrafts } from "#src/catalogue/use-cases/events.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import { type Changed, type ChangeOf, type Created, refused } from "#src/platform/domain/outcome.ts";
import type { Page } from "#src/platform/domain/page.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import type { Db } from "#src/platform/store/db.ts";
import { changeRow, makeRow } from "#src/platform/store/rows.ts";

/** Returns a group of the caller's account with its events. Drafts are left out for callers who may not see them. */
export async function getEventGroup({ db }: Runtime, caller: Caller, id: number): Promise<EventGroup | undefined> {
  return findEventGroup(db, caller.account.id, id, seesDrafts(caller));
}

export function listEventGroups({ db }: Runtime, caller: Caller, page: Page): ReturnType<typeof list> {
  return list(db, caller.account.id, seesDrafts(caller), page);
}

type EventGroupInput = ChangeOf<Omit<EventGroup, "id" | "published" | "events">> & {
  readonly eventIds: readonly number[] | undefined;
};

/** Creates a group as a draft, independent of the state of its events. */
export async function createEventGroup(
  { db }: Runtime,
  caller: Caller,
  { eventIds, ...texts }: EventGroupInput & { readonly name: string },
): Promise<Created> {
  return db.transaction(async (tx) => {
    const foreign = await refuseForeignEvents(tx, caller, eventIds);
    if (foreign) return foreign;
    const id = await makeRow(
      tx,
      caller,
      "event_group",
      { ...texts, accountId: caller.account.id },
      { events: eventIds },
    );
    if (eventIds) await setEventsOfGroup(tx, caller.account.id, id, eventIds);
    return { ok: true, id };
  });
}

/** Changes the named fields. A list of events replaces the previous list. */
export async function changeEventGroup(
  { db }: Runtime,
  caller: Caller,
  id: number,
  { eventIds, ...texts }: EventGroupInput,
): Promise<Changed> {
  return db.transaction(async (tx) => {
    await lockEventGroup(tx, id);
    const was = await findEventGroup(tx, caller.account.id, id, true);
    if (was === undefined) return refused("no_such_thing", "id");
    const foreign = await refuseForeignEvents(tx, caller, eventIds);
    if (foreign) return foreign;
    await changeRow(tx, caller, "event_group", id, texts, { events: [was.events.map((event) => event.id), eventIds] });
    if (eventIds) await setEventsOfGroup(tx, caller.account.id, id, eventIds);
    return { ok: true };
  });
}

/** Publishes or unpublishes a group. Its events do not change. */
export async function publishEventGroup(
  { db }: Runtime,
  caller: Caller,
  id: number,
  published: boolean,
): Promise<Changed> {
  if (!(await findEventGroup(db, caller.account.id, id, true))) return refused("no_such_thing", "id");
  await changeRow(db, caller, "event_group", id, { published });
  return { ok: true };
}

async function refuseForeignEvents(db: Db, caller: Caller, eventIds: readonly number[] = []) {
  const [foreign] = await findForeignEvents(db, caller.account.id, eventIds);
  return foreign && refused("no_such_thing", `events[${eventIds.indexOf(foreign)}]`);
}
