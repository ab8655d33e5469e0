import { calendarDayText, isOverDays, runText, spanText } from "#lib/catalogue/dates/span-text.ts";
import { fill } from "#lib/i18n/words.ts";
import { wordsOf } from "#lib/i18n/words-of.ts";
import { dayIn } from "#lib/ticketing/model/day.ts";
import type { EventSummary } from "#lib/ticketing/model/event.ts";
import { lastDayOf } from "#lib/ticketing/model/span.ts";

/** Returns the next date; the last day of what has begun: a run, or a date over several days. */
export function whenText(event: EventSummary, locale: string, now: Date): string | undefined {
  const { firstDate, lastDate = firstDate, firstDateEnd, lastDateEnd = firstDateEnd, venue } = event;
  const at = firstDate ?? lastDate;
  if (at === undefined || lastDate === undefined) return undefined;
  const zone = venue.timeZone;
  const first = { startsAt: at, endsAt: firstDateEnd };
  const lastDay = lastDayOf({ startsAt: lastDate, endsAt: lastDateEnd }, zone);
  if (lastDay <= dayIn(new Date(at), zone)) return spanText(first, locale, zone, now);
  if (Date.parse(at) < now.getTime()) {
    return fill(wordsOf(locale).List.until, { day: calendarDayText(lastDay, locale, now) });
  }
  if (lastDate === at && isOverDays(first, zone)) return spanText(first, locale, zone, now);
  return runText(dayIn(new Date(at), zone), lastDay, locale, now);
}
