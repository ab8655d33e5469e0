import type { Event } from "#lib/domain/catalogue/event.ts";
import type { DateOnTicket } from "#lib/domain/catalogue/event-date.ts";

/** Long enough for a receipt, a refund and a complaint. */
const OPEN_AFTER_LAST_DATE_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * Returns whether the last of the dates, as they are now, is more than 30 days ago: a postponed event keeps its links.
 * False where no date is known.
 */
export function hasLinkEnded(
  event: Pick<Event, "lastDate"> | undefined,
  onTickets: readonly (DateOnTicket | undefined)[],
  nowMs: number,
): boolean {
  const dates = [event?.lastDate, ...onTickets.flatMap((date) => [date?.endsAt, date?.startsAt])];
  const known = dates.flatMap((date) => (date === undefined ? [] : [Date.parse(date)]));
  return known.length > 0 && nowMs - Math.max(...known) > OPEN_AFTER_LAST_DATE_MS;
}
