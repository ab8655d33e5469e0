/** The venue as a ticket says it, of a statement that joins `venue`. */
export const VENUE_ON_TICKET =
  "json_build_object('id', venue.id, 'name', venue.name, 'address', venue.address, 'timeZone', venue.time_zone)";

/** When a date is over, if somebody has stated it; else null, where the column has what was calculated. */
export function statedEnd(date: string): string {
  return `CASE WHEN ${date}.ends_local IS NOT NULL THEN ${date}.ends_at END`;
}
