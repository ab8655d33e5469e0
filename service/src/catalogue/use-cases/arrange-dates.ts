import { isOversubscribed } from "#src/catalogue/domain/venue.ts";
import {
  type ArrangedDate,
  listArrangedDates,
  lockConfigurationsShared,
  lockDatesOf,
  openSections,
} from "#src/catalogue/store/arrangements.ts";
import { toMoment } from "#src/catalogue/store/event-dates.ts";
import { listConfigurations } from "#src/catalogue/store/venues.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import { type ChangeRefusal, type Outcome, refused } from "#src/platform/domain/outcome.ts";
import type { WallTime, When } from "#src/platform/domain/venue-time.ts";
import type { Db } from "#src/platform/store/db.ts";
import { changeRow } from "#src/platform/store/rows.ts";

type EventPlace = { readonly eventId: number; readonly venueId: number };

/** A planned date, with the field of the request that a refusal names. */
type PlannedDate = Pick<ArrangedDate, "venueConfigurationId" | "startsAt" | "endsAt" | "cancelled"> & {
  /** `undefined`: a new date. */
  readonly id: number | undefined;
  readonly path: string;
};

/**
 * Checks planned changes of an event's dates, for every call that creates, moves, rearranges or reinstates a date. Locks
 * the event's dates and the configurations until the transaction ends, and refuses a plan in which two dates with
 * different configurations overlap.
 */
export async function checkArrangement(
  tx: Db,
  { eventId, venueId }: EventPlace,
  plan: (dates: readonly ArrangedDate[]) => readonly PlannedDate[],
): Promise<Outcome<{ readonly dates: readonly ArrangedDate[] }, ChangeRefusal>> {
  await lockDatesOf(tx, eventId);
  const dates = await listArrangedDates(tx, eventId);
  const planned = plan(dates);
  const changed = new Map(planned.map((one) => [one.id, one]));
  const configurationIds = [...dates, ...planned].map((one) => one.venueConfigurationId);
  await lockConfigurationsShared(tx, [...new Set(configurationIds)]);

  const configurations = new Map((await listConfigurations(tx, venueId)).map((one) => [one.id, one.sectionIds]));
  for (const { id, venueConfigurationId, path } of planned) {
    const included = configurations.get(venueConfigurationId);
    if (included === undefined) return refused("configuration_of_another_venue", path);
    const { sectionIds = [] } = dates.find((one) => one.id === id) ?? {};
    if (!sectionIds.every((section) => included.includes(section))) return refused("ticket_types_outside", path);
  }
  const others = dates.filter(({ id }) => !changed.has(id));
  if (isOversubscribed([...others, ...planned])) {
    return refused("overlaps_other_configuration", planned[0]?.path ?? "venueConfiguration");
  }
  return { ok: true, dates };
}

/** Gives these dates another configuration, and inserts and deletes the stock rows of its sections. */
export async function rearrange(
  tx: Db,
  caller: Caller,
  eventId: number,
  eventDateIds: readonly number[],
  venueConfigurationId: number,
): Promise<void> {
  for (const id of eventDateIds) {
    await changeRow(tx, caller, "event_date", id, { venueConfigurationId });
    await openSections(tx, eventId, id);
  }
}

/** The assumed length of a date without an end. */
const DEFAULT_LENGTH_HOURS = 3;

/** Doors that open earlier than this before the start must be a mistake. */
const DOORS_HOURS_BEFORE_MAX = 24;

/** The times of a date as requested. */
export type RequestedHours = {
  readonly starts: When;
  readonly ends: When | undefined;
  readonly doors: When | undefined;
};

/** The times of a date as instants and on the venue's clock. */
type Hours = {
  readonly startsAt: Date;
  readonly startsLocal: WallTime;
  readonly endsAt: Date;
  readonly endsLocal: WallTime | undefined;
  readonly doorsAt: Date | undefined;
  readonly doorsLocal: WallTime | undefined;
};

/** Returns a date's start, end and doors in the venue's time zone. */
export async function hoursOf(
  tx: Db,
  { starts, ends, doors }: RequestedHours,
  timeZone: string,
): Promise<Outcome<Hours, ChangeRefusal>> {
  const start = await toMoment(tx, starts, timeZone);
  if (typeof start === "string") return refused(start, "eventStart");
  const end = ends && (await toMoment(tx, ends, timeZone));
  if (typeof end === "string") return refused(end, "eventEnd");
  if (end && end.at <= start.at) return refused("ends_before_it_starts", "eventEnd");
  const defaultEnd = new Date(start.at.getTime() + DEFAULT_LENGTH_HOURS * 3_600_000);
  const opening = doors && (await toMoment(tx, doors, timeZone));
  if (typeof opening === "string") return refused(opening, "doors");
  const hoursBefore = opening && (start.at.getTime() - opening.at.getTime()) / 3_600_000;
  if (hoursBefore !== undefined && (hoursBefore < 0 || hoursBefore > DOORS_HOURS_BEFORE_MAX)) {
    return refused("doors_not_before_start", "doors");
  }
  return {
    ok: true,
    startsAt: start.at,
    startsLocal: start.local,
    endsAt: end ? end.at : defaultEnd,
    endsLocal: end?.local,
    doorsAt: opening?.at,
    doorsLocal: opening?.local,
  };
}
