import "server-only";

import { findEvents, findFacets } from "#lib/catalogue/find.ts";
import { processWide } from "#lib/runtime/process-wide.ts";
import { log } from "#lib/telemetry/log.ts";
import type { EventPage, EventsQuery } from "#lib/ticketing/model/event.ts";
import type { Facets } from "#lib/ticketing/model/facets.ts";

/** Filters change rarely: all searches share one request a minute. */
const FACETS_MS = 60_000;
/** Filters up to this age are used while newer ones are read. */
const USABLE_MS = 600_000;

type CachedFacets = { at: number; facets: Facets | undefined; pending: Promise<Facets | undefined> | undefined };
const cached = processWide(
  "facets of the search",
  (): CachedFacets => ({ at: 0, facets: undefined, pending: undefined }),
);

/**
 * Returns the filters, about a minute old, or as old as the service's last answer; `undefined` when it has never
 * answered.
 */
export async function searchFacets(now: number = performance.now()): Promise<Facets | undefined> {
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
export async function searchNow(query: EventsQuery): Promise<EventPage | undefined> {
  try {
    return await findEvents(query);
  } catch (fault) {
    log("warn", "A search could not be answered.", { fault: String(fault) });
    return undefined;
  }
}
