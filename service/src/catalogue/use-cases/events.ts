import { type Event, type EventFacts, eventAt, type IsRevealed, withoutHidden } from "#src/catalogue/domain/event.ts";
import { type ArrangedDate, lockDatesOf } from "#src/catalogue/store/arrangements.ts";
import { lockForCancelling } from "#src/catalogue/store/event-dates.ts";
import { type EventTexts, findEventOf, findEvents, type PartOfEvent } from "#src/catalogue/store/events.ts";
import { findConfiguration, findVenue, listConfigurations } from "#src/catalogue/store/venues.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import { type Changed, type Created, refused } from "#src/platform/domain/outcome.ts";
import type { WallTime } from "#src/platform/domain/venue-time.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import type { Db } from "#src/platform/store/db.ts";
import { retryOnConflict } from "#src/platform/store/faults.ts";
import { changeRow, makeRow } from "#src/platform/store/rows.ts";
import { checkArrangement, rearrange } from "./arrange-dates.ts";

export type EventView = {
  readonly boxOffice?: boolean;
  /** When present, the view is the public's, with the hidden ticket types that this reveals at the database's time. */
  readonly reveal?: (now: Date) => Promise<IsRevealed>;
};

/** Returns an event of the caller's account with all its dates. `undefined`: none, or a draft that the caller may not see. */
export async function getEvent(
  { db }: Runtime,
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

export async function getEventOf(
  runtime: Runtime,
  caller: Caller,
  part: PartOfEvent,
  view?: EventView,
): Promise<Event | undefined> {
  const found = await findEventOf(runtime.db, caller.account.id, part);
  return found && getEvent(runtime, caller, found.id, view);
}

export function seesDrafts(caller: Caller): boolean {
  return caller.capabilities.has("MANAGE") || caller.capabilities.has("BOX_OFFICE");
}

/** Returns whether the caller's lists may have drafts and past events. */
export function seesAllEvents(caller: Caller): boolean {
  return seesDrafts(caller) || caller.capabilities.has("ORDERS");
}

/** Returns the event without its unpublished groups. */
export function withoutDrafts(facts: EventFacts): EventFacts {
  return { ...facts, groups: facts.groups.filter(({ published }) => published) };
}

/** Creates an event as a draft. The configuration is optional when the venue has exactly one. */
export async function createEvent(
  { db }: Runtime,
  caller: Caller,
  event: {
    readonly venueId: number;
    readonly venueConfigurationId: number | undefined;
    readonly name: string;
    /** Absent: the account's currency. */
    readonly currency?: string | undefined;
    readonly texts: EventTexts;
  },
): Promise<Created> {
  const { venueId, name, texts, currency = caller.account.currency } = event;
  const accountId = caller.account.id;
  const made = { ...texts, accountId, venueId, name, currency };
  if (!(await findVenue(db, accountId, venueId))) return refused("no_such_thing", "venue");

  if (event.venueConfigurationId === undefined) {
    const [only, ...others] = await listConfigurations(db, venueId);
    if (only === undefined || others.length > 0) return refused("configuration_needed", "venueConfiguration");
    return { ok: true, id: await makeRow(db, caller, "event", { ...made, venueConfigurationId: only.id }) };
  }

  const configuration = await findConfiguration(db, accountId, event.venueConfigurationId);
  if (configuration === undefined) return refused("no_such_thing", "venueConfiguration");
  if (configuration.venueId !== venueId) return refused("configuration_of_another_venue", "venueConfiguration");
  return { ok: true, id: await makeRow(db, caller, "event", { ...made, venueConfigurationId: configuration.id }) };
}

/** Changes the named fields. Buyers are told of a cancelled or reinstated event, and get new tickets with codes of type B. */
export async function changeEvent(
  runtime: Runtime,
  caller: Caller,
  id: number,
  change: EventTexts & {
    readonly name?: string | undefined;
    readonly cancelled?: boolean | undefined;
    readonly venueConfigurationId?: number | undefined;
  },
  notices?: Notices,
): Promise<Changed> {
  const inTransaction = (): Promise<Changed> =>
    runtime.db.transaction(async (tx): Promise<Changed> => {
      const find = async () => (await findEvents(tx, caller.account.id, [id])).events[0];
      if (change.cancelled !== undefined) {
        await lockForCancelling(tx, id);
        await lockDatesOf(tx, id);
      }
      const was = await find();
      if (was === undefined) return refused("no_such_thing", "id");
      if (change.venueConfigurationId !== undefined) {
        // The event is read again under the lock, to see the configuration that a concurrent change left.
        await lockDatesOf(tx, id);
        const event = await find();
        if (event === undefined) return refused("no_such_thing", "id");
        const rearranged = await rearrangeDates(tx, caller, event, change.venueConfigurationId);
        if (!rearranged.ok) return rearranged;
      }
      await changeRow(tx, caller, "event", id, change);
      // Guessable ids that were printed as codes no longer admit (src/admissions/domain/admission.ts), so buyers get new codes.
      if (change.qrType === "B" && was.qrType === "A") await notices?.codesChanged(tx, { eventId: id });
      if (change.cancelled === true && !was.cancelled)
        await notices?.cancelled({ ...runtime, db: tx }, { eventId: id });
      if (change.cancelled === false && was.cancelled) await notices?.reinstated(tx, { eventId: id });
      return { ok: true };
    });
  // Without notices it is part of a transaction, which alone can be retried.
  return notices === undefined ? inTransaction() : retryOnConflict(inTransaction);
}

/** Moves every date ahead with the event's configuration to the new one. Dates with another configuration keep it. */
async function rearrangeDates(tx: Db, caller: Caller, event: EventFacts, configurationId: number): Promise<Changed> {
  const configuration = await findConfiguration(tx, caller.account.id, configurationId);
  if (configuration === undefined) return refused("no_such_thing", "venueConfiguration");
  if (configuration.venueId !== event.venue.id) return refused("configuration_of_another_venue", "venueConfiguration");
  const follows = (date: ArrangedDate) => !date.isOver && date.venueConfigurationId === event.venueConfiguration.id;
  const checked = await checkArrangement(tx, { eventId: event.id, venueId: event.venue.id }, (dates) =>
    dates
      .filter(follows)
      .map((date) => ({ ...date, venueConfigurationId: configurationId, path: "venueConfiguration" })),
  );
  if (!checked.ok) return checked;
  const ids = checked.dates.filter(follows).map(({ id }) => id);
  await rearrange(tx, caller, event.id, ids, configurationId);
  return { ok: true };
}

/** Returns the currency of prices in an event of the caller's account, or `undefined` when there is no such thing. */
export async function getCurrency({ db }: Runtime, caller: Caller, part: PartOfEvent): Promise<string | undefined> {
  return (await findEventOf(db, caller.account.id, part))?.currency;
}

/** The times and venue of a date before it moved. */
type DateBefore = {
  readonly startsLocal: WallTime;
  readonly endsLocal: WallTime | undefined;
  readonly timeZone: string;
  readonly venue: string;
};

type OfDate = { readonly eventId: number; readonly eventDateId: number };

/**
 * Queues messages to the buyers of valid tickets, in the transaction of the change. The catalogue does not import the subjects
 * that know sales, so the composition root passes the implementation. The setup, and a caller that reports the change itself,
 * pass none.
 */
export type Notices = {
  dateMoved(tx: Db, date: OfDate, before: DateBefore): Promise<void>;
  /** Without a date the whole event is cancelled. The runtime's database is the transaction. */
  cancelled(runtime: Runtime, what: { readonly eventId: number; readonly eventDateId?: number }): Promise<void>;
  /** Without a date the whole event is reinstated. */
  reinstated(tx: Db, what: { readonly eventId: number; readonly eventDateId?: number }): Promise<void>;
  /** The QR codes of its tickets changed from type A to B. */
  codesChanged(tx: Db, what: { readonly eventId: number }): Promise<void>;
};
