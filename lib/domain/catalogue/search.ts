import { addDays, addMonths, type Day, daysOf, monthOf, parseDay, weekdayOf } from "./day.ts";

export const WHENS = ["today", "weekend", "week", "month"] as const;
export type When = (typeof WHENS)[number];

/** What a visitor looks for. All of it stands in the address, under these names. */
export type Search = {
  readonly q?: string;
  /** A choice that means other days tomorrow; given days win over it. */
  readonly when?: When;
  readonly from?: Day;
  readonly to?: Day;
  readonly venue?: number;
  readonly tag?: string;
  readonly dateGroup?: string;
  readonly group?: number;
  readonly page: number;
};

/** The order in which an address names them. */
const NAMES = ["q", "when", "from", "to", "venue", "tag", "dateGroup", "group"] as const;
export type Filter = (typeof NAMES)[number];

const TEXT_MAX = { q: 200, tag: 60, dateGroup: 200 } as const;
const PAGE_MAX = 1_000_000;

type QueryParameters = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Reads an address. What cannot be meant is as if it had not been said. */
export function parseSearch(asked: QueryParameters): Search {
  const said = (name: string) => {
    const value = asked[name];
    return (typeof value === "string" ? value : (value?.[0] ?? "")).replace(/\p{Cc}+/gu, " ").trim();
  };
  const text = (name: keyof typeof TEXT_MAX) => said(name).normalize("NFC").slice(0, TEXT_MAX[name]) || undefined;
  const days = [parseDay(said("from")), parseDay(said("to"))];
  // Whoever mixes the two up means the days between them.
  const [from, to] = days[0] && days[1] ? days.toSorted() : days;
  const when = from || to ? undefined : WHENS.find((one) => one === said("when"));
  const found = {
    ...{ q: text("q"), when, from, to, venue: idOf(said("venue")), tag: text("tag") },
    ...{ dateGroup: text("dateGroup"), group: idOf(said("group")) },
  };
  const page = /^[1-9]\d{0,6}$/.test(said("page")) ? Math.min(Number(said("page")), PAGE_MAX) : 1;
  return { ...onlyKnown(found), page };
}

function idOf(text: string): number | undefined {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}

/** The address of the search, below the language: nothing empty, always in the same order. */
export function searchPath(search: Partial<Search>): string {
  const query = new URLSearchParams();
  for (const name of NAMES) if (search[name] !== undefined) query.set(name, String(search[name]));
  if (search.page !== undefined && search.page > 1) query.set("page", String(search.page));
  return query.size === 0 ? "/search" : `/search?${query}`;
}

/** The filters that are set, and the search without each. */
export function filtersOf(search: Search): readonly { readonly filter: Filter; readonly without: Search }[] {
  return NAMES.filter((name) => search[name] !== undefined).map((filter) => {
    const { [filter]: _, ...rest } = search;
    return { filter, without: { ...rest, page: 1 } };
  });
}

/** Which days are meant, as of this day of the shop's calendar. */
export function daysMeant({ when, from, to }: Search, today: Day): { readonly from?: Day; readonly to?: Day } {
  if (when === undefined) return onlyKnown({ from, to });
  if (when === "today") return { from: today, to: today };
  if (when === "week") return { from: today, to: addDays(today, 6) };
  if (when === "month") return { from: today, to: daysOf(monthOf(today)).at(-1) ?? today };
  // From Friday on the weekend has begun, and what is left of it is meant.
  const weekday = weekdayOf(today);
  return { from: weekday >= 5 ? today : addDays(today, 5 - weekday), to: addDays(today, 7 - weekday) };
}

/** The months that a calendar leads through from this one: as far back and ahead as anybody plans. */
export function isWithinReach(month: string, thisMonth: string): boolean {
  return month >= addMonths(thisMonth, -24) && month <= addMonths(thisMonth, 36);
}

type Known<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

function onlyKnown<T extends object>(value: T): Known<T> {
  // Dropping the undefined properties is exactly what the type says; the compiler cannot follow the filter.
  return Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as Known<T>;
}
