import "server-only";

import { cache } from "react";
import { findEvents, findFacets } from "#lib/catalogue/find.ts";
import { daysOfSearch, parseSearch, type Search } from "#lib/catalogue/search-query.ts";
import { afterChange } from "#lib/runtime/catalogue-changes.ts";
import { processWide } from "#lib/runtime/process-wide.ts";
import { log } from "#lib/telemetry/log.ts";
import { type Facets, shopTimeZone } from "#lib/ticketing/model/calendar.ts";
import { dayIn } from "#lib/ticketing/model/day.ts";
import type { EventPage, EventsQuery } from "#lib/ticketing/model/event.ts";
import { isNight } from "#lib/ticketing/model/span.ts";

/** Fills two, three and four columns evenly. */
const PAGE_SIZE = 24;

const NO_FACETS: Facets = { venues: [], towns: [], tags: [], dateGroups: [], eventGroups: [], months: [] };

export type Found = {
  readonly search: Search;
  readonly facets: Facets;
  readonly now: Date;
  /** `undefined` when the service does not answer. */
  readonly page: EventPage | undefined;
  readonly pages: number;
  /** Without a result: what matches on other days. */
  readonly otherDays: EventPage | undefined;
};

/** Fills a row on a wide screen. */
const OTHER_DAYS_MAX = 3;

/** Returns the results of a URL. Cached per request, since title and page both call it. */
export const find = cache(async (query: string): Promise<Found> => {
  const search = parseSearch(Object.fromEntries(new URLSearchParams(query)));
  const now = new Date();
  const facets = (await searchFacets()) ?? NO_FACETS;
  const zone = shopTimeZone(facets);
  const days = daysOfSearch(search, dayIn(now, zone), isNight(now, zone));
  const { when: _when, from: _from, to: _to, ...filters } = search;
  const page = await searchNow({ ...filters, ...days, pageSize: PAGE_SIZE });
  const isOfDays = days.from !== undefined || days.to !== undefined;
  const otherDays =
    page?.total === 0 && isOfDays ? await searchNow({ ...filters, page: 1, pageSize: OTHER_DAYS_MAX }) : undefined;
  const pages = Math.max(1, Math.ceil((page?.total ?? 0) / PAGE_SIZE));
  return { search, facets, now, page, pages, otherDays };
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

/** Filters change rarely: all searches share one request a minute. */
const FACETS_MS = 60_000;
/** Filters up to this age are used while newer ones are read. */
const USABLE_MS = 600_000;

type CachedFacets = { at: number; facets: Facets | undefined; pending: Promise<Facets | undefined> | undefined };
const cached = processWide(
  "facets of the search",
  (): CachedFacets => ({ at: Number.NEGATIVE_INFINITY, facets: undefined, pending: undefined }),
);
afterChange(() => {
  cached.at = Number.NEGATIVE_INFINITY;
  cached.pending = undefined;
});

/**
 * Returns the filters, about a minute old, or as old as the service's last answer; `undefined` when it has never
 * answered.
 */
async function searchFacets(now: number = performance.now()): Promise<Facets | undefined> {
  const age = now - cached.at;
  if (cached.facets && age < FACETS_MS) return cached.facets;
  cached.pending ??= readFacets(now);
  return cached.facets && age < USABLE_MS ? cached.facets : cached.pending;
}

async function readFacets(now: number): Promise<Facets | undefined> {
  try {
    cached.facets = await findFacets();
    cached.at = now;
  } catch (fault) {
    log("warn", "The search filters could not be read.", { fault: String(fault) });
  } finally {
    cached.pending = undefined;
  }
  return cached.facets;
}

/** Returns the events that match; `undefined` when the service does not answer, which differs from no result. */
async function searchNow(query: EventsQuery): Promise<EventPage | undefined> {
  try {
    return await findEvents(query);
  } catch (fault) {
    log("warn", "A search could not be answered.", { fault: String(fault) });
    return undefined;
  }
}
