import type { Conditions } from "./conditions.ts";

/** What narrows a list of events, or of the dates of events. */
export type EventFilters = {
  /** First and last day, as the venue's calendar has them: `2026-12-04`. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly venueId?: number | undefined;
  readonly tag?: string | undefined;
  readonly dateGroup?: string | undefined;
  readonly eventGroupId?: number | undefined;
  /** Whether a group that is not published may be asked for. */
  readonly withDrafts?: boolean;
};

/** Conditions on the row `event`. */
export function narrowEvents(
  where: Conditions,
  { venueId, tag, eventGroupId, withDrafts = false }: EventFilters,
): void {
  if (venueId !== undefined) where.add(`event.venue_id = ${where.value(venueId)}`);
  if (tag !== undefined) where.add(`${where.value(tag)} = ANY(event.tags)`);
  if (eventGroupId === undefined) return;
  where.add(`event.id IN (
    SELECT member.event_id FROM event_group_event member JOIN event_group ON event_group.id = member.event_group_id
     WHERE event_group.id = ${where.value(eventGroupId)} AND (event_group.published OR ${where.value(withDrafts)}))`);
}

/** Conditions on a row of `event_date`, whose columns no other table of the statement has. */
export function narrowDates(where: Conditions, { from, to, dateGroup }: EventFilters): void {
  if (from !== undefined) where.add(`starts_local >= ${where.value(from)}::date`);
  if (to !== undefined) where.add(`starts_local < ${where.value(to)}::date + 1`);
  if (dateGroup !== undefined) where.add(`date_group = ${where.value(dateGroup)}`);
}
