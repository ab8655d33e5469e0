import { isOverDays, spanText } from "#lib/catalogue/span-text.ts";
import { dayText } from "#lib/i18n/date-text.ts";
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
  // A calendar day has no zone.
  const last = dayText(`${lastDay}T12:00:00Z`, locale, "UTC", now);
  if (Date.parse(at) < now.getTime()) return fill(wordsOf(locale).List.until, { day: last });
  if (lastDate === at && isOverDays(first, zone)) return spanText(first, locale, zone, now);
  return `${dayText(at, locale, zone, now)} – ${last}`;
}
