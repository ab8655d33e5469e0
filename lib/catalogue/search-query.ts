import { idOf } from "#lib/catalogue/event-link.ts";
import { addDays, addMonths, type Day, daysOf, monthOf, parseDay, weekdayOf } from "#lib/ticketing/model/day.ts";

export const RELATIVE_RANGES = ["today", "weekend", "week", "month"] as const;
type RelativeRange = (typeof RELATIVE_RANGES)[number];

/** A visitor's search. All of it is in the URL, under these names. */
export type Search = {
  readonly q?: string;
  /** A range relative to today; explicit days take precedence. */
  readonly when?: RelativeRange;
  readonly from?: Day;
  readonly to?: Day;
  readonly venue?: number;
  /** The town of the venue. */
  readonly town?: string;
  readonly tag?: string;
  readonly dateGroup?: string;
  readonly group?: number;
  readonly page: number;
};

/** The order of the parameters in a URL. */
const NAMES = ["q", "when", "from", "to", "venue", "town", "tag", "dateGroup", "group"] as const;
export type Filter = (typeof NAMES)[number];

const TEXT_MAX = { q: 200, town: 100, tag: 60, dateGroup: 200 } as const;
const PAGE_MAX = 1_000_000;

type QueryParameters = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Returns the search of a URL. Invalid values are ignored. */
export function parseSearch(query: QueryParameters): Search {
  const parameter = (name: string) => {
    const value = query[name];
    return (typeof value === "string" ? value : (value?.[0] ?? "")).replace(/\p{Cc}+/gu, " ").trim();
  };
  const text = (name: keyof typeof TEXT_MAX) => parameter(name).normalize("NFC").slice(0, TEXT_MAX[name]) || undefined;
  const days = [parseDay(parameter("from")), parseDay(parameter("to"))];
  // Days in the wrong order are swapped.
  const [from, to] = days[0] && days[1] ? days.toSorted() : days;
  const when = from || to ? undefined : RELATIVE_RANGES.find((one) => one === parameter("when"));
  const found = {
    q: text("q"),
    when,
    from,
    to,
    venue: idOf(parameter("venue")),
    town: text("town"),
    tag: text("tag"),
    dateGroup: text("dateGroup"),
    group: idOf(parameter("group")),
  };
  const page = /^[1-9]\d{0,6}$/.test(parameter("page")) ? Math.min(Number(parameter("page")), PAGE_MAX) : 1;
  return { ...withoutUndefined(found), page };
}

/** Returns the URL of a search, without the language: no empty parameter, always in the same order. */
export function searchPath(search: Partial<Search>): string {
  const query = new URLSearchParams();
  for (const name of NAMES) if (search[name] !== undefined) query.set(name, String(search[name]));
  if (search.page !== undefined && search.page > 1) query.set("page", String(search.page));
  return query.size === 0 ? "/search" : `/search?${query}`;
}

/** Returns the filters that are set, and the search without each. */
export function filtersOf(search: Search): readonly { readonly filter: Filter; readonly without: Search }[] {
  return NAMES.filter((name) => search[name] !== undefined).map((filter) => {
    const { [filter]: _, ...rest } = search;
    return { filter, without: { ...rest, page: 1 } };
  });
}

/**
 * Returns the days of a search, for this day in the shop's time zone. At night a range from today has yesterday too: its dates are
 * over, but for those over midnight.
 */
export function daysOfSearch(
  { when, from, to }: Search,
  today: Day,
  isNight = false,
): { readonly from?: Day; readonly to?: Day } {
  if (when === undefined) return withoutUndefined({ from, to });
  const weekday = weekdayOf(today);
  // The weekend starts on Friday; only its remaining days count.
  if (when === "weekend" && weekday < 5) return { from: addDays(today, 5 - weekday), to: addDays(today, 7 - weekday) };
  return { from: isNight ? addDays(today, -1) : today, to: lastDayOf(when, today) };
}

function lastDayOf(when: RelativeRange, today: Day): Day {
  if (when === "today") return today;
  if (when === "week") return addDays(today, 6);
  return when === "month" ? (daysOf(monthOf(today)).at(-1) ?? today) : addDays(today, 7 - weekdayOf(today));
}

/** Returns whether a month is in the range of the calendar: 24 months back and 36 ahead. */
export function isInCalendarRange(month: string, thisMonth: string): boolean {
  return month >= addMonths(thisMonth, -24) && month <= addMonths(thisMonth, 36);
}

type Known<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

function withoutUndefined<T extends object>(value: T): Known<T> {
  // The filter drops the undefined properties, which is what the type states; the compiler cannot follow it.
  return Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as Known<T>;
}
