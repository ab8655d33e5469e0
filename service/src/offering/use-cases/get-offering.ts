import type { Event } from "#src/catalogue/domain/event.ts";
import { findEvents } from "#src/catalogue/store/events.ts";
import { type EventView, getEvent } from "#src/catalogue/use-cases/events.ts";
import type { OfferingCopy } from "#src/offering/domain/offering-copy.ts";
import { findCopy, listCopies } from "#src/offering/store/offering-copies.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import { type Page, sliceOf } from "#src/platform/domain/page.ts";
import type { World } from "#src/platform/world.ts";

/** Returns an event and the texts between its ticket types, or `undefined` when the caller may not see the event. */
export async function getOffering(
  world: World,
  caller: Caller,
  eventId: number,
  view: EventView,
): Promise<{ readonly event: Event; readonly copies: readonly OfferingCopy[] } | undefined> {
  const event = await getEvent(world, caller, eventId, view);
  return event && { event, copies: await listCopies(world.db, eventId) };
}

/** Returns one page of an event's texts, on past dates too. `undefined`: the account has no such event. */
export async function listOfferingCopies({ db }: World, caller: Caller, eventId: number, page: Page) {
  const { events } = await findEvents(db, caller.account.id, [eventId]);
  return events.length === 0 ? undefined : sliceOf(await listCopies(db, eventId), page);
}

export function getOfferingCopy({ db }: World, caller: Caller, id: number): Promise<OfferingCopy | undefined> {
  return findCopy(db, caller.account.id, id);
}
