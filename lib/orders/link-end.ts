import type { DateOnTicket, Event } from "#lib/ticketing/model/event.ts";

/** Long enough for a receipt, a refund and a complaint. */
const OPEN_AFTER_LAST_DATE_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * Returns when the links of tickets end, in milliseconds: 30 days after the last of the dates as they are now, so that a
 * postponed event keeps its links. `undefined` where no date is known.
 */
export function linkEnd(
  event: Pick<Event, "lastDate"> | undefined,
  onTickets: readonly (DateOnTicket | undefined)[],
): number | undefined {
  const dates = [event?.lastDate, ...onTickets.flatMap((date) => [date?.endsAt, date?.startsAt])];
  const known = dates.flatMap((date) => (date === undefined ? [] : [Date.parse(date)]));
  return known.length > 0 ? Math.max(...known) + OPEN_AFTER_LAST_DATE_MS : undefined;
}

/** Returns whether the links of tickets have ended. False where no date is known. */
export function hasLinkEnded(
  event: Pick<Event, "lastDate"> | undefined,
  onTickets: readonly (DateOnTicket | undefined)[],
  nowMs: number,
): boolean {
  const end = linkEnd(event, onTickets);
  return end !== undefined && nowMs > end;
}
