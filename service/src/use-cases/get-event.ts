import type { Caller } from "#src/domain/caller.ts";
import { CODES_MAX, type Code, whyNotGood } from "#src/domain/code.ts";
import { type Event, type EventFacts, eventAt, withoutHidden } from "#src/domain/event.ts";
import { findCodes } from "#src/store/codes.ts";
import type { Db } from "#src/store/db.ts";
import { findEventOfDate } from "#src/store/event-dates.ts";
import { findEvents } from "#src/store/events.ts";
import { findEventOfTicketType } from "#src/store/ticket-types.ts";
import type { World } from "#src/world.ts";

export type EventView = {
  readonly boxOffice?: boolean;
  /** Given, however few: as the public sees it who types these. */
  readonly revealCodes?: readonly string[];
};

/** An event of the caller's account with all its dates. A draft exists only for those who work on it. */
export async function getEvent(
  { db }: World,
  caller: Caller,
  id: number,
  view: EventView = {},
): Promise<Event | undefined> {
  const { boxOffice = false, revealCodes } = view;
  const { events, now } = await findEvents(db, caller.account.id, [id]);
  const [facts] = events;
  if (facts === undefined) return undefined;
  if (seesDrafts(caller) && revealCodes === undefined) return eventAt(facts, now, boxOffice);
  if (!facts.published && !seesDrafts(caller)) return undefined;
  const good = await goodCodes(db, caller, revealCodes ?? [], now);
  return eventAt(withoutHidden(withoutDrafts(facts), good), now, boxOffice);
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

async function goodCodes(db: Db, caller: Caller, typed: readonly string[], now: Date): Promise<readonly Code[]> {
  const codes = await findCodes(db, caller.account.id, typed.slice(0, CODES_MAX));
  return [...codes.values()].filter(
    (code) => whyNotGood({ typed: code.text, code, holdsUse: false }, now) === undefined,
  );
}
