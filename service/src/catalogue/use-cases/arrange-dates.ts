import { isOversubscribed } from "#src/catalogue/domain/venue.ts";
import {
  type ArrangedDate,
  listArrangedDates,
  lockConfigurationsShared,
  lockDatesOf,
  openSections,
} from "#src/catalogue/store/arrangements.ts";
import { toInstant } from "#src/catalogue/store/event-dates.ts";
import { listConfigurations } from "#src/catalogue/store/venues.ts";
import { type ChangeRefusal, type Outcome, refused } from "#src/platform/domain/outcome.ts";
import type { WallTime } from "#src/platform/domain/venue-time.ts";
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
  eventId: number,
  eventDateIds: readonly number[],
  venueConfigurationId: number,
): Promise<void> {
  for (const id of eventDateIds) {
    await changeRow(tx, "event_date", id, { venueConfigurationId });
    await openSections(tx, eventId, id);
  }
}

/** The assumed length of a date without an end. */
const DEFAULT_LENGTH_HOURS = 3;

/** Doors that open earlier than this before the start must be a mistake. */
const DOORS_HOURS_BEFORE_MAX = 24;

/** The times of a date on the venue's clock. */
export type LocalHours = {
  readonly startsLocal: WallTime;
  readonly endsLocal: WallTime | undefined;
  readonly doorsLocal: WallTime | undefined;
};

type Hours = { readonly startsAt: Date; readonly endsAt: Date; readonly doorsAt: Date | undefined };

/** Returns the instants of a date's start, end and doors in the venue's time zone. */
export async function hoursOf(
  tx: Db,
  { startsLocal, endsLocal, doorsLocal }: LocalHours,
  timeZone: string,
): Promise<Outcome<Hours, ChangeRefusal>> {
  const start = await toInstant(tx, startsLocal, timeZone);
  if (!start.exists) return refused("time_does_not_exist", "eventStart");
  const end = endsLocal === undefined ? undefined : await toInstant(tx, endsLocal, timeZone);
  if (end && !end.exists) return refused("time_does_not_exist", "eventEnd");
  if (end && end.at <= start.at) return refused("ends_before_it_starts", "eventEnd");
  const defaultEnd = new Date(start.at.getTime() + DEFAULT_LENGTH_HOURS * 3_600_000);
  const doors = doorsLocal === undefined ? undefined : await toInstant(tx, doorsLocal, timeZone);
  if (doors && !doors.exists) return refused("time_does_not_exist", "doors");
  const hoursBefore = doors && (start.at.getTime() - doors.at.getTime()) / 3_600_000;
  if (hoursBefore !== undefined && (hoursBefore < 0 || hoursBefore > DOORS_HOURS_BEFORE_MAX)) {
    return refused("doors_not_before_start", "doors");
  }
  return { ok: true, startsAt: start.at, endsAt: end ? end.at : defaultEnd, doorsAt: doors?.at };
}
