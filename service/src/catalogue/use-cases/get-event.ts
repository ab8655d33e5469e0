import { type Event, type EventFacts, eventAt, type IsRevealed, withoutHidden } from "#src/catalogue/domain/event.ts";
import { findEventOfDate } from "#src/catalogue/store/event-dates.ts";
import { findEvents } from "#src/catalogue/store/events.ts";
import { findEventOfTicketType } from "#src/catalogue/store/ticket-types.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import type { World } from "#src/platform/world.ts";

export type EventView = {
  readonly boxOffice?: boolean;
  /** Given: as the public sees it, with the hidden ticket types that this finds revealed at the time of the database. */
  readonly reveal?: (now: Date) => Promise<IsRevealed>;
};

/** An event of the caller's account with all its dates. A draft exists only for those who work on it. */
export async function getEvent(
  { db }: World,
  caller: Caller,
  id: number,
  view: EventView = {},
): Promise<Event | undefined> {
  const { boxOffice = false, reveal } = view;
  const { events, now } = await findEvents(db, caller.account.id, [id]);
  const [facts] = events;
  if (facts === undefined) return undefined;
  if (seesDrafts(caller) && reveal === undefined) return eventAt(facts, now, boxOffice);
  if (!facts.published && !seesDrafts(caller)) return undefined;
  return eventAt(withoutHidden(withoutDrafts(facts), await reveal?.(now)), now, boxOffice);
}

export async function getEventOfDate(world: World, caller: Caller, eventDateId: number): Promise<Event | undefined> {
  const eventId = await findEventOfDate(world.db, caller.account.id, eventDateId);
  return eventId === undefined ? undefined : getEvent(world, caller, eventId);
}

export async function getEventOfTicketType(world: World, caller: Caller, id: number): Promise<Event | undefined> {
  const found = await findEventOfTicketType(world.db, caller.account.id, id);
  return found && getEvent(world, caller, found.eventId);
}

export function seesDrafts(caller: Caller): boolean {
  return caller.capabilities.has("MANAGE") || caller.capabilities.has("BOX_OFFICE");
}

/** The event as the public may know it: of its groups, those that are published. */
export function withoutDrafts(facts: EventFacts): EventFacts {
  return { ...facts, groups: facts.groups.filter(({ published }) => published) };
}
