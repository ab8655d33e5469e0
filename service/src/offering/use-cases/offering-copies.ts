import { findEvents } from "#src/catalogue/store/events.ts";
import { getEvent } from "#src/catalogue/use-cases/events.ts";
import type { OfferingCopy } from "#src/offering/domain/offering-copy.ts";
import { deleteCopy, findCopy, listCopies } from "#src/offering/store/offering-copies.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import { type Changed, type ChangeOf, type Created, refused } from "#src/platform/domain/outcome.ts";
import { type Page, sliceOf } from "#src/platform/domain/page.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { changeRow, makeRow } from "#src/platform/store/rows.ts";

export function getOfferingCopy({ db }: Runtime, caller: Caller, id: number): Promise<OfferingCopy | undefined> {
  return findCopy(db, caller.account.id, id);
}

/** Returns one page of an event's texts, including those on past dates. `undefined`: the account has no such event. */
export async function listOfferingCopies({ db }: Runtime, caller: Caller, eventId: number, page: Page) {
  const { events } = await findEvents(db, caller.account.id, [eventId]);
  return events.length === 0 ? undefined : sliceOf(await listCopies(db, eventId), page);
}

/** Adds a text between the ticket types of an event, or of one of its dates. */
export async function createOfferingCopy(
  runtime: Runtime,
  caller: Caller,
  copy: Omit<OfferingCopy, "id" | "version">,
): Promise<Created> {
  const event = await getEvent(runtime, caller, copy.eventId);
  if (event === undefined) return refused("no_such_thing", "event");
  if (copy.eventDateId !== undefined && !event.dates.some(({ id }) => id === copy.eventDateId)) {
    return refused("no_such_thing", "eventDate");
  }
  return { ok: true, id: await makeRow(runtime.db, caller, "offering_copy", copy) };
}

/** Changes a text or its place. `eventDateId: null` puts it on every date of its event. */
export async function changeOfferingCopy(
  runtime: Runtime,
  caller: Caller,
  id: number,
  change: ChangeOf<Omit<OfferingCopy, "id" | "eventId">>,
): Promise<Changed> {
  const copy = await findCopy(runtime.db, caller.account.id, id);
  if (copy === undefined) return refused("no_such_thing", "id");
  const { eventDateId } = change;
  if (eventDateId !== undefined && eventDateId !== null) {
    const event = await getEvent(runtime, caller, copy.eventId);
    if (!event?.dates.some(({ id }) => id === eventDateId)) return refused("no_such_thing", "eventDate");
  }
  await changeRow(runtime.db, caller, "offering_copy", id, change);
  return { ok: true };
}

export async function deleteOfferingCopy(runtime: Runtime, caller: Caller, id: number): Promise<Changed> {
  if ((await findCopy(runtime.db, caller.account.id, id)) === undefined) return refused("no_such_thing", "id");
  await deleteCopy(runtime.db, id);
  return { ok: true };
}
