import type { useTranslations } from "next-intl";
import { calendarDayText } from "#lib/catalogue/dates/span-text.ts";
import { type Filter, filtersOf, type Search } from "#lib/catalogue/search-query.ts";
import { comma } from "#lib/i18n/words.ts";
import type { Day } from "#lib/ticketing/model/day.ts";
import type { Found } from "./find.ts";

type Words = ReturnType<typeof useTranslations<"Search">>;

export type NamedFilter = { readonly filter: Filter; readonly name: string; readonly without: Search };

/** Returns the filters that are set, with their names. */
export function namedFilters({ search, facets, days, now }: Found, t: Words, locale: string): readonly NamedFilter[] {
  const day = (text: Day) => calendarDayText(text, locale, now);
  const names: Readonly<Record<Filter, () => string>> = {
    q: () => t("quoted", { q: search.q ?? "" }),
    when: () => [search.when && t(`when.${search.when}`), daysOf(days, day)].filter(Boolean).join(comma(locale)),
    from: () => t("fromDay", { day: day(search.from ?? "") }),
    to: () => t("toDay", { day: day(search.to ?? "") }),
    venue: () => facets.venues.find(({ id }) => id === search.venue)?.name ?? t("venue"),
    tag: () => search.tag ?? "",
    dateGroup: () => search.dateGroup ?? "",
    group: () => facets.eventGroups.find(({ id }) => id === search.group)?.name ?? t("group"),
  };
  return filtersOf(search).map(({ filter, without }) => ({ filter, name: names[filter](), without }));
}

function daysOf({ from, to }: Found["days"], day: (text: Day) => string): string {
  if (from === undefined || to === undefined) return "";
  return from === to ? day(from) : `${day(from)} – ${day(to)}`;
}
