import "server-only";

import { cache } from "react";
import { searchFacets, searchNow } from "#lib/catalogue/search.ts";
import { daysOfSearch, parseSearch, type Search } from "#lib/catalogue/search-query.ts";
import { type Day, dayIn } from "#lib/ticketing/model/day.ts";
import type { EventPage } from "#lib/ticketing/model/event.ts";
import { type Facets, shopTimeZone } from "#lib/ticketing/model/facets.ts";

/** Fills two, three and four columns evenly. */
const PAGE_SIZE = 24;

const NO_FACETS: Facets = { venues: [], tags: [], dateGroups: [], eventGroups: [], months: [] };

export type Found = {
  readonly search: Search;
  readonly facets: Facets;
  readonly now: Date;
  /** The days of a range such as "this weekend", in the shop's time zone. */
  readonly days: { readonly from?: Day; readonly to?: Day };
  /** `undefined` when the service does not answer. */
  readonly page: EventPage | undefined;
  readonly pages: number;
};

/** Returns the results of a URL. Cached per request, since title and page both call it. */
export const find = cache(async (query: string): Promise<Found> => {
  const search = parseSearch(Object.fromEntries(new URLSearchParams(query)));
  const now = new Date();
  const facets = (await searchFacets()) ?? NO_FACETS;
  const days = daysOfSearch(search, dayIn(now, shopTimeZone(facets)));
  const { when: _, ...filters } = search;
  const page = await searchNow({ ...filters, ...days, pageSize: PAGE_SIZE });
  return { search, facets, now, days, page, pages: Math.max(1, Math.ceil((page?.total ?? 0) / PAGE_SIZE)) };
});

type Params = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Returns the query as text, with the first value of each name. */
export function queryOf(params: Params): string {
  const pairs = Object.entries(params).flatMap(([name, value]) => {
    const [first] = [value].flat();
    return first === undefined ? [] : [[name, first]];
  });
  return new URLSearchParams(pairs).toString();
}

/** Returns whether the query has empty parameters, which a form sends: such a URL is redirected to one without. */
export function hasEmpty(params: Params): boolean {
  return Object.values(params).some((value) => value === "");
}
