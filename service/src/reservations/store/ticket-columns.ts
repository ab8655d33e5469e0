/** The SQL of a ticket's venue, in a statement that joins `venue`. */
export const TICKET_VENUE =
  "json_build_object('id', venue.id, 'name', venue.name, 'address', venue.address, 'timeZone', venue.time_zone)";

/** Returns the SQL of a date's end if the organiser set one, else null: `ends_at` then has a calculated time. */
export function setEnd(date: string): string {
  return `CASE WHEN ${date}.ends_local IS NOT NULL THEN ${date}.ends_at END`;
}
