import { dayAndTime } from "#lib/i18n/words.ts";
import { daysOf as daysOfMonth, weekdayOf } from "#lib/ticketing/model/day.ts";
import type { PickerDate } from "./picker-data.ts";

/** One day of a month view: its number in the language, and its dates in the venue's time zone. */
type CalendarDay = { readonly key: string; readonly number: string; readonly dates: readonly PickerDate[] };

/**
 * Returns the days of a month ("2026-12") from the week of its first date to that of its last, with empty days before
 * the first. Weeks without a date would only push the tickets down.
 */
export function daysOf(month: string, language: string, dates: readonly PickerDate[]): readonly CalendarDay[] {
  const empty = (weekdayOf(`${month}-01`) - firstWeekday(language) + 7) % 7;
  const numbers = new Intl.NumberFormat(language);
  const squares = [
    ...Array.from({ length: empty }, (_, at) => ({ key: `before ${at}`, number: "", dates: [] })),
    ...daysOfMonth(month).map((key, at) => {
      return { key, number: numbers.format(at + 1), dates: dates.filter(({ startsAt }) => startsAt.startsWith(key)) };
    }),
  ];
  const used = squares.flatMap((square, at) => (square.dates.length > 0 ? [Math.floor(at / 7)] : []));
  return squares.slice((used[0] ?? 0) * 7, ((used.at(-1) ?? -1) + 1) * 7);
}

/** Returns weekday names of two or three letters, from the language's first day of the week. */
export function weekdayNames(language: string): readonly string[] {
  const format = new Intl.DateTimeFormat(language, { weekday: "short", timeZone: "UTC" });
  // 4 January 1970 was a Sunday.
  return Array.from({ length: 7 }, (_, at) => format.format(Date.UTC(1970, 0, 4 + firstWeekday(language) + at)));
}

/** Returns "December 2026". */
export function monthName(month: string, language: string): string {
  const options = { month: "long", year: "numeric", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat(language, options).format(new Date(`${month}-01T00:00:00Z`));
}

/** Returns "Sold out: Fri, 4 Dec and Sat, 5 Dec", one line for each state: a day's square is too small for it. */
export function statesIn(
  dates: readonly PickerDate[],
  stateOf: (date: PickerDate) => string,
  language: string,
): readonly string[] {
  const list = new Intl.ListFormat(language, { type: "conjunction" });
  const whole = Map.groupBy(dates, ({ day }) => day);
  const locale = new Intl.Locale(language).language;
  const nameOf = ({ day, time }: PickerDate) => (whole.get(day)?.length === 1 ? day : dayAndTime(day, time, locale));
  return [...Map.groupBy(dates, stateOf)].flatMap(([state, some]) =>
    state === "" ? [] : [`${state}: ${list.format(some.map(nameOf))}`],
  );
}

/** Returns the first weekday of a language, 0 for Sunday; Monday where the browser does not know it. */
function firstWeekday(language: string): number {
  const locale = new Intl.Locale(language) as Intl.Locale & {
    readonly getWeekInfo?: () => { readonly firstDay: number };
  };
  return (locale.getWeekInfo?.().firstDay ?? 1) % 7;
}
