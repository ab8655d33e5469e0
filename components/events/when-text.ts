import { dayText, dayTimeText } from "#lib/i18n/date-text.ts";
import { fill } from "#lib/i18n/words.ts";
import { wordsOf } from "#lib/i18n/words-of.ts";
import type { EventSummary } from "#lib/ticketing/model/event.ts";

/** Returns the next date; for a run that has begun its last day. */
export function whenText({ firstDate, lastDate, venue }: EventSummary, locale: string, now: Date): string | undefined {
  const at = firstDate ?? lastDate;
  if (at === undefined) return undefined;
  const day = (date: string) => dayText(date, locale, venue.timeZone, now);
  if (lastDate === undefined || day(lastDate) === day(at)) return dayTimeText(at, locale, venue.timeZone, now);
  if (Date.parse(at) < now.getTime()) return fill(wordsOf(locale).List.until, { day: day(lastDate) });
  return `${day(at)} – ${day(lastDate)}`;
}
