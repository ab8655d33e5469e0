import type { useTranslations } from "next-intl";
import { calendarDayText } from "#lib/catalogue/dates/span-text.ts";
import { type Filter, filtersOf, type Search } from "#lib/catalogue/search-query.ts";
import type { Day } from "#lib/ticketing/model/day.ts";
import type { Found } from "./find.ts";

type Words = ReturnType<typeof useTranslations<"Search">>;

export type NamedFilter = { readonly filter: Filter; readonly name: string; readonly without: Search };

/** Returns the filters that are set, with their names. */
export function namedFilters({ search, facets, now }: Found, t: Words, locale: string): readonly NamedFilter[] {
  const day = (text: Day) => calendarDayText(text, locale, now);
  const names: Readonly<Record<Filter, () => string>> = {
    q: () => t("quoted", { q: search.q ?? "" }),
    when: () => (search.when === undefined ? "" : t(`when.${search.when}`)),
    from: () => t("fromDay", { day: day(search.from ?? "") }),
    to: () => t("toDay", { day: day(search.to ?? "") }),
    venue: () => facets.venues.find(({ id }) => id === search.venue)?.name ?? t("venue"),
    town: () => search.town ?? "",
    tag: () => search.tag ?? "",
    dateGroup: () => search.dateGroup ?? "",
    group: () => facets.eventGroups.find(({ id }) => id === search.group)?.name ?? t("group"),
  };
  return filtersOf(search).map(({ filter, without }) => ({ filter, name: names[filter](), without }));
}
