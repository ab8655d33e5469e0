import {
  dateInFull,
  daysText,
  dayText,
  momentsText,
  momentText,
  rangeText,
  timesText,
  timeText,
} from "#lib/i18n/date-text.ts";
import { dayAndTime } from "#lib/i18n/words.ts";
import type { Day } from "#lib/ticketing/model/day.ts";
import { firstDayOf, lastDayOf, type Span } from "#lib/ticketing/model/span.ts";

// A date in words. Without an end it has only its start; up to one night it has a day and two times; else it has its days.

/** Returns whether a date lasts for several days. */
export function isOverDays(span: Span, venueZone: string): boolean {
  return lastDayOf(span, venueZone) > firstDayOf(span, venueZone);
}

/** Returns "Fri, 4 Dec", or "Fri 4 – Sun 6 Dec". */
export function spanDays(span: Span, locale: string, venueZone: string, now: Date): string {
  if (!isOverDays(span, venueZone)) return dayText(span.startsAt, locale, span.timeZone ?? venueZone, now);
  return daysText(firstDayOf(span, venueZone), lastDayOf(span, venueZone), locale, now);
}

/** Returns "7:30 pm" or "7:30 – 10:00 pm", which no line breaks; over several days only the time of the start. */
export function spanTimes(span: Span, locale: string, venueZone: string): string {
  const { startsAt, endsAt, timeZone = venueZone } = span;
  const hasTwo = endsAt !== undefined && !isOverDays(span, venueZone);
  return hasTwo ? timesText(startsAt, endsAt, locale, timeZone) : timeText(startsAt, locale, timeZone);
}

/** Returns "Fri, 4 Dec – Wed, 9 Dec" for a run of several dates; a single day once. */
export function runText(first: Day, last: Day, locale: string, now: Date): string {
  return rangeText(noonOf(first), noonOf(last), locale, "UTC", now);
}

/** Returns "Sun, 6 Dec"; with the year when it is not that of `now`. */
export function calendarDayText(day: Day, locale: string, now: Date): string {
  return dayText(noonOf(day), locale, "UTC", now);
}

/** A calendar day has no zone. */
function noonOf(day: Day): string {
  return `${day}T12:00:00Z`;
}

/** Returns "Fri, 4 Dec, 7:30 – 10:00 pm", or "Fri 4 – Sun 6 Dec". */
export function spanText(span: Span, locale: string, timeZone: string, now: Date): string {
  const days = spanDays(span, locale, timeZone, now);
  return isOverDays(span, timeZone) ? days : dayAndTime(days, spanTimes(span, locale, timeZone), locale);
}

/** Returns start and end with the year, for a ticket: "Friday 4 December 2026, 7:30 – 10:00 pm". */
export function spanInFull(span: Span, locale: string, venueZone: string, length: "short" | "long"): string {
  const { startsAt, endsAt, timeZone = venueZone } = span;
  if (endsAt === undefined) return momentText(startsAt, locale, timeZone, length);
  if (isOverDays(span, timeZone)) return momentsText(startsAt, endsAt, locale, timeZone, length);
  const day = length === "long" ? dateInFull(startsAt, locale, timeZone) : dayWithYear(startsAt, locale, timeZone);
  return dayAndTime(day, timesText(startsAt, endsAt, locale, timeZone), locale);
}

function dayWithYear(at: string, locale: string, timeZone: string): string {
  // Written with the year, since it is never that of the first day of the era.
  return dayText(at, locale, timeZone, new Date(0));
}
