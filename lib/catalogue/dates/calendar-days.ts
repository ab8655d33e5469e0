import type { CalendarDate } from "#lib/ticketing/model/calendar.ts";
import type { Day } from "#lib/ticketing/model/day.ts";

/** A day of a calendar with the dates that begin on it, and those that began before and last until it, the latest first. */
export type CalendarDay = {
  readonly day: Day;
  readonly begun: readonly CalendarDate[];
  readonly running: readonly CalendarDate[];
  /** The number of dates of the day, those not listed included. */
  readonly count: number;
};

/** Returns the days of a calendar with dates, in order. A date over several days is on each of them. */
export function calendarDays(dates: readonly CalendarDate[], days: readonly Day[]): readonly CalendarDay[] {
  const [first = ""] = days;
  const before = dates.filter(({ day }) => day < first);
  return days
    .map((day): CalendarDay => {
      const begun = dates.filter((date) => date.day === day);
      const running = dates.filter((date) => date.day < day && date.lastDay >= day).toReversed();
      // Where the dates that began before the calendar are more than are listed, their last days are not known.
      const unlisted = unlistedOf(begun) + (day === first ? unlistedOf(before) : 0);
      return { day, begun, running, count: begun.length + running.length + unlisted };
    })
    .filter(({ count }) => count > 0);
}

function unlistedOf(dates: readonly CalendarDate[]): number {
  return Math.max(0, (dates[0]?.onDay ?? 0) - dates.length);
}
