import { dayText, timeText } from "#lib/i18n/date-text.ts";
import { dayAndTime } from "#lib/i18n/words.ts";
import type { EventSummary } from "#lib/ticketing/model/event.ts";

/** Returns the next date; for a run that has begun its last day. */
export function whenText(
  { firstDate, lastDate, venue }: EventSummary,
  locale: string,
  now: Date,
  until: (day: string) => string,
): string | undefined {
  const at = firstDate ?? lastDate;
  if (at === undefined) return undefined;
  const day = (date: string) => dayText(date, locale, venue.timeZone, now);
  if (lastDate === undefined || day(lastDate) === day(at))
    return dayAndTime(day(at), timeText(at, locale, venue.timeZone), locale);
  if (Date.parse(at) < now.getTime()) return until(day(lastDate));
  return `${day(at)} – ${day(lastDate)}`;
}
