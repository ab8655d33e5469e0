import { isOversubscribed } from "#src/catalogue/domain/arrangement.ts";
import {
  type ArrangedDate,
  keepConfigurations,
  listArrangedDates,
  lockDatesOf,
  openSections,
} from "#src/catalogue/store/arrangements.ts";
import { toInstant } from "#src/catalogue/store/event-dates.ts";
import { listConfigurations } from "#src/catalogue/store/venues.ts";
import { type ChangeRefusal, refused } from "#src/platform/domain/change-refusal.ts";
import type { Outcome } from "#src/platform/domain/outcome.ts";
import type { WallTime } from "#src/platform/domain/venue-time.ts";
import { changeRow } from "#src/platform/store/change-row.ts";
import type { Db } from "#src/platform/store/db.ts";

type Place = { readonly eventId: number; readonly venueId: number };

/** The date as it is to be, and which field of the request asked for it. */
export type Wanted = Pick<ArrangedDate, "venueConfigurationId" | "startsAt" | "endsAt" | "cancelled"> & {
  /** Absent: a date that is not there yet. */
  readonly id: number | undefined;
  readonly path: string;
};

/**
 * The one place where dates get their hours and their configuration, whether they are made, moved, rearranged or called
 * on again. It waits for whoever changes the same event, looks at all its dates as they will be, and refuses what would
 * sell a room twice. The dates it was given, and the configurations they name, stay as they are until the end.
 */
export async function mayArrange(
  tx: Db,
  { eventId, venueId }: Place,
  wish: (dates: readonly ArrangedDate[]) => readonly Wanted[],
): Promise<Outcome<{ readonly dates: readonly ArrangedDate[] }, ChangeRefusal>> {
  await lockDatesOf(tx, eventId);
  const dates = await listArrangedDates(tx, eventId);
  const wanted = wish(dates);
  const changed = new Map(wanted.map((one) => [one.id, one]));
  const configurationIds = [...dates, ...wanted].map((one) => one.venueConfigurationId);
  await keepConfigurations(tx, [...new Set(configurationIds)]);

  const configurations = new Map((await listConfigurations(tx, venueId)).map((one) => [one.id, one.sectionIds]));
  for (const { id, venueConfigurationId, path } of wanted) {
    const included = configurations.get(venueConfigurationId);
    if (included === undefined) return refused("configuration_of_another_venue", path);
    const { sectionIds = [] } = dates.find((one) => one.id === id) ?? {};
    if (!sectionIds.every((section) => included.includes(section))) return refused("ticket_types_outside", path);
  }
  const others = dates.filter(({ id }) => !changed.has(id));
  if (isOversubscribed([...others, ...wanted])) {
    return refused("overlaps_other_configuration", wanted[0]?.path ?? "venueConfiguration");
  }
  return { ok: true, dates };
}

/** Another configuration for these dates, whose sections are opened and whose former ones are shut. */
export async function rearrange(
  tx: Db,
  eventId: number,
  eventDateIds: readonly number[],
  venueConfigurationId: number,
): Promise<void> {
  for (const id of eventDateIds) {
    await changeRow(tx, "event_date", id, { venue_configuration_id: venueConfigurationId });
    await openSections(tx, eventId, id);
  }
}

/** How long a date is taken to last when nobody says: an evening. */
const USUAL_LENGTH_HOURS = 3;

/** The instants of a date's hours on the venue's clock. */
export async function hoursOf(
  tx: Db,
  { startsLocal, endsLocal }: { readonly startsLocal: WallTime; readonly endsLocal: WallTime | undefined },
  timeZone: string,
): Promise<Outcome<{ readonly startsAt: Date; readonly endsAt: Date }, ChangeRefusal>> {
  const start = await toInstant(tx, startsLocal, timeZone);
  if (!start.exists) return refused("time_does_not_exist", "eventStart");
  const end = endsLocal === undefined ? undefined : await toInstant(tx, endsLocal, timeZone);
  if (end && !end.exists) return refused("time_does_not_exist", "eventEnd");
  if (end && end.at <= start.at) return refused("ends_before_it_starts", "eventEnd");
  const usualEnd = new Date(start.at.getTime() + USUAL_LENGTH_HOURS * 3_600_000);
  return { ok: true, startsAt: start.at, endsAt: end ? end.at : usualEnd };
}
