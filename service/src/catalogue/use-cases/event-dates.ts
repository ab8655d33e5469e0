import {
  type Event,
  type EventDate,
  type EventDateFacts,
  eventAt,
  withoutHidden,
} from "#src/catalogue/domain/event.ts";
import { type ArrangedDate, listArrangedDates, lockDatesOf, openSections } from "#src/catalogue/store/arrangements.ts";
import { lockForCancelling, toMoment } from "#src/catalogue/store/event-dates.ts";
import { findEventOf, findEvents } from "#src/catalogue/store/events.ts";
import { type DateSearch, searchEventDates } from "#src/catalogue/store/search-events.ts";
import { findConfiguration } from "#src/catalogue/store/venues.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import { type Changed, type ChangeOf, type Created, refused } from "#src/platform/domain/outcome.ts";
import { movedBy, type WallTime, type When } from "#src/platform/domain/venue-time.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import type { Db } from "#src/platform/store/db.ts";
import { retryOnConflict } from "#src/platform/store/faults.ts";
import { changeRow, makeRow } from "#src/platform/store/rows.ts";
import { refreshCapacities } from "#src/stock/store/stock.ts";
import { checkArrangement, hoursOf, type RequestedHours } from "./arrange-dates.ts";
import { type Notices, seesAllEvents } from "./events.ts";

export type DateOfEvent = {
  readonly event: Event;
  readonly date: EventDate;
  readonly onDay: number;
  /** The date with its hidden ticket types, for its figures. */
  readonly counted: readonly [EventDateFacts];
};
type DateList = { readonly dates: readonly DateOfEvent[]; readonly total: number };

/** Returns one page of the dates of all published events, or of one event, as the public sees them. */
export async function listEventDates({ db }: Runtime, caller: Caller, search: DateSearch): Promise<DateList> {
  const withDrafts = search.eventId !== undefined && seesAllEvents(caller);
  const { dates: found, total } = await searchEventDates(db, caller.account.id, { ...search, withDrafts });
  const eventIds = [...new Set(found.map(({ eventId }) => eventId))];
  const dateIds = found.map(({ id }) => id);
  const { events, now } = await findEvents(db, caller.account.id, eventIds, dateIds);
  const byId = new Map(events.map((facts) => [facts.id, { facts, event: eventAt(withoutHidden(facts), now) }]));
  const dates = found.flatMap(({ id, eventId, onDay }) => {
    const { event, facts } = byId.get(eventId) ?? {};
    const [date, counted] = [event?.dates.find((one) => one.id === id), facts?.dates.find((one) => one.id === id)];
    // A date may have changed between the two reads.
    if (event === undefined || date === undefined || counted === undefined) return [];
    return [{ event, date, onDay, counted: [counted] as const }];
  });
  return { dates, total };
}

/** Adds a date and opens the sections of its configuration. Overlapping dates must have the same configuration. */
export async function createEventDate(
  { db }: Runtime,
  caller: Caller,
  date: RequestedHours &
    Pick<EventDate, "label" | "dateGroup" | "sortIdx"> & {
      readonly eventId: number;
      /** `undefined`: the event's. */
      readonly venueConfigurationId: number | undefined;
    },
): Promise<Created> {
  return db.transaction(async (tx) => {
    const { eventId, label, dateGroup, sortIdx } = date;
    const [event] = (await findEvents(tx, caller.account.id, [eventId])).events;
    if (event === undefined) return refused("no_such_thing", "event");
    const venueConfigurationId = date.venueConfigurationId ?? event.venueConfiguration.id;
    const configuration = await findConfiguration(tx, caller.account.id, venueConfigurationId);
    if (configuration === undefined) return refused("no_such_thing", "venueConfiguration");

    const found = await hoursOf(tx, date, event.venue.timeZone);
    if (!found.ok) return found;
    const { ok: _ok, ...hours } = found;
    const { startsAt, endsAt } = hours;
    const planned = { id: undefined, venueConfigurationId, startsAt, endsAt, cancelled: false };
    const checked = await checkArrangement(tx, { eventId, venueId: event.venue.id }, () => [
      { ...planned, path: "venueConfiguration" },
    ]);
    if (!checked.ok) return checked;
    const id = await makeRow(tx, caller, "event_date", {
      eventId,
      label,
      dateGroup,
      sortIdx,
      ...hours,
      venueConfigurationId,
    });
    await openSections(tx, eventId, id);
    return { ok: true, id };
  });
}

type EventDateChange = ChangeOf<
  Pick<EventDate, "version" | "label" | "dateGroup" | "sortIdx"> &
    Pick<ArrangedDate, "cancelled" | "venueConfigurationId"> &
    RequestedHours
>;

/**
 * Changes the named fields. A new start moves the end and the doors too. Tickets stay valid for the new time, and their buyers
 * are told, unless the date was over by the database's clock. Cancelling is always possible; reinstating only when the date
 * overlaps no date with another configuration.
 */
export async function changeEventDate(
  runtime: Runtime,
  caller: Caller,
  id: number,
  change: EventDateChange,
  notices?: Notices,
): Promise<Changed> {
  const inTransaction = (): Promise<Changed> =>
    runtime.db.transaction(async (tx): Promise<Changed> => {
      const found = await findEventOf(tx, caller.account.id, { eventDateId: id });
      if (found === undefined) return refused("no_such_thing", "id");
      const eventId = found.id;
      if (change.cancelled !== undefined) await lockForCancelling(tx, eventId);
      await lockDatesOf(tx, eventId);
      const [event] = (await findEvents(tx, caller.account.id, [eventId])).events;
      const was = (await listArrangedDates(tx, eventId)).find((date) => date.id === id);
      if (event === undefined || was === undefined) return refused("no_such_thing", "id");
      const { venueConfigurationId = was.venueConfigurationId, cancelled = was.cancelled } = change;
      if (!(await findConfiguration(tx, caller.account.id, venueConfigurationId))) {
        return refused("no_such_thing", "venueConfiguration");
      }

      const isMoved = change.starts !== undefined || change.ends !== undefined;
      const areHoursChanged = isMoved || change.doors !== undefined;
      const { timeZone } = event.venue;
      const hours = areHoursChanged
        ? await hoursOf(tx, await changedHours(tx, was, change, timeZone), timeZone)
        : { ok: true as const, ...was };
      if (!hours.ok) return hours;
      const { startsAt, endsAt, startsLocal, endsLocal } = hours;
      const planned = { id, venueConfigurationId, startsAt, endsAt, cancelled, path: pathOf(change) };
      const checked = await checkArrangement(tx, { eventId, venueId: event.venue.id }, () => [planned]);
      // A cancelled date overlaps nothing, so cancelling always passes this check.
      if (!checked.ok) return checked;

      const { version, label, dateGroup, sortIdx } = change;
      await changeRow(tx, caller, "event_date", id, {
        version,
        label,
        dateGroup,
        sortIdx,
        cancelled: change.cancelled,
        ...(isMoved && { startsLocal, endsLocal: endsLocal ?? null, startsAt, endsAt }),
        ...(areHoursChanged && { doorsLocal: hours.doorsLocal ?? null, doorsAt: hours.doorsAt ?? null }),
        venueConfigurationId: change.venueConfigurationId,
      });
      const ofDate = { eventId, eventDateId: id };
      const isMoveAnnounced = startsAt.getTime() !== was.startsAt.getTime() && !was.isOver;
      if (isMoveAnnounced) {
        const { name: venue } = event.venue;
        const before = { startsLocal: was.startsLocal, endsLocal: was.endsLocal, timeZone, venue };
        await notices?.dateMoved(tx, ofDate, before);
      }
      if (cancelled && !was.cancelled) await notices?.cancelled({ ...runtime, db: tx }, ofDate);
      // The message about a new time also says that the tickets are valid.
      if (!cancelled && was.cancelled && !isMoveAnnounced) await notices?.reinstated(tx, ofDate);
      if (venueConfigurationId !== was.venueConfigurationId) await openSections(tx, eventId, id);
      // Changes of sections skip past dates, so a date that moves back into the future gets them now.
      if (was.isOver && isMoved) {
        await openSections(tx, eventId, id);
        await refreshCapacities(tx, eventId, id);
      }
      return { ok: true };
    });
  // Without notices it is part of a transaction, which alone can be retried.
  return notices === undefined ? inTransaction() : retryOnConflict(inTransaction);
}

/** Returns the times of a changed date. A new start moves the wall times that are not given. */
async function changedHours(
  tx: Db,
  was: ArrangedDate,
  { starts, ends, doors }: EventDateChange,
  timeZone: string,
): Promise<RequestedHours> {
  const start = starts && (await toMoment(tx, starts, timeZone));
  const kept = (time: WallTime | undefined, at: Date | undefined): When | undefined => {
    if (time === undefined || at === undefined) return undefined;
    // A start that is refused moves nothing.
    if (start === undefined || typeof start === "string") return { instant: at };
    return { wallTime: movedBy(time, was.startsLocal, start.local) };
  };
  return {
    starts: starts ?? { instant: was.startsAt },
    ends: ends === undefined ? kept(was.endsLocal, was.endsAt) : (ends ?? undefined),
    doors: doors === undefined ? kept(was.doorsLocal, was.doorsAt) : (doors ?? undefined),
  };
}

/** Returns the field of the request that an overlap is reported for. */
function pathOf({ venueConfigurationId, starts, ends }: EventDateChange): string {
  if (venueConfigurationId !== undefined) return "venueConfiguration";
  if (starts !== undefined) return "eventStart";
  return ends === undefined ? "cancelled" : "eventEnd";
}
