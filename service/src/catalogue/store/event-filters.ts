import type { Conditions } from "#src/platform/store/rows.ts";

/** The filters of a list of events or of dates. */
export type EventFilters = {
  /** First and last day in the venue's time zone: `2026-12-04`. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly venueId?: number | undefined;
  /** The town of the venue, whatever its accents and capitals. */
  readonly town?: string | undefined;
  readonly tag?: string | undefined;
  readonly dateGroup?: string | undefined;
  readonly eventGroupId?: number | undefined;
  /** Whether a draft group may be used as a filter. */
  readonly withDrafts?: boolean;
};

/** Adds conditions on the row `event`. */
export function narrowEvents(
  where: Conditions,
  { venueId, town, tag, eventGroupId, withDrafts = false }: EventFilters,
): void {
  if (venueId !== undefined) where.add(`event.venue_id = ${where.value(venueId)}`);
  if (town !== undefined) {
    where.add(`event.venue_id IN (SELECT venue.id FROM venue
                WHERE venue.account_id = event.account_id AND venue.town = folded(${where.value(town)}))`);
  }
  if (tag !== undefined) where.add(`event.tags @> ARRAY[${where.value(tag)}]`);
  if (eventGroupId === undefined) return;
  where.add(`event.id IN (
    SELECT member.event_id FROM event_group_event member JOIN event_group ON event_group.id = member.event_group_id
     WHERE event_group.id = ${where.value(eventGroupId)} AND (event_group.published OR ${where.value(withDrafts)}))`);
}

export function narrowsEvents({ venueId, town, tag, eventGroupId }: EventFilters): boolean {
  return [venueId, town, tag, eventGroupId].some((filter) => filter !== undefined);
}

/** Adds conditions on the row of `event_date` with this alias. A date is found on each of its days. */
export function narrowDates(where: Conditions, date: string, { from, to, dateGroup }: EventFilters): void {
  // Two ranges, each with an index of its own.
  if (from !== undefined) {
    const first = `${where.value(from)}::date`;
    where.add(`(${date}.starts_local >= ${first} OR ${isOverDays(date)} AND ${date}.last_day >= ${first})`);
  }
  if (to !== undefined) where.add(`${date}.starts_local < ${where.value(to)}::date + 1`);
  if (dateGroup !== undefined) where.add(`${date}.date_group = ${where.value(dateGroup)}`);
}

/** Returns the SQL of whether a date lasts for several days, in the words of the index of these dates. */
export function isOverDays(date: string): string {
  return `${date}.last_day > ${date}.starts_local::date`;
}

export function narrowsDates({ from, to, dateGroup }: EventFilters): boolean {
  return [from, to, dateGroup].some((filter) => filter !== undefined);
}
