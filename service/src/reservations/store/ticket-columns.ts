/** The SQL of a ticket's venue, in a statement that joins `venue`. */
export const TICKET_VENUE =
  "json_build_object('id', venue.id, 'name', venue.name, 'address', venue.address, 'timeZone', venue.time_zone, 'mapUrl', venue.map_url)";

/** The SQL of a ticket's section, in a statement that joins `venue_section` as `section`. */
export const TICKET_SECTION = "json_build_object('id', section.id, 'name', section.name, 'door', section.door)";

/** Returns the SQL of a date's end if the organiser set one, else null: `ends_at` then has a calculated time. */
export function setEnd(date: string): string {
  return `CASE WHEN ${date}.ends_local IS NOT NULL THEN ${date}.ends_at END`;
}
