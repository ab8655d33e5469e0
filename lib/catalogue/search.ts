import "server-only";

import type { EventPage } from "#lib/domain/catalogue/event.ts";
import type { Facets } from "#lib/domain/catalogue/facets.ts";
import { log } from "#lib/log.ts";
import { processWide } from "#lib/process-wide.ts";
import { getFacets } from "#lib/ticketing/calendar.ts";
import { type EventsQuery, searchEvents } from "#lib/ticketing/events.ts";

/** What one can filter by changes rarely; a crowd that searches asks for it once a minute, not once each. */
const FACETS_MS = 60_000;
/** Until then nobody waits for newer ones: they are there for the next search. */
const USABLE_MS = 600_000;

type Kept = { at: number; facets: Facets | undefined; asking: Promise<Facets | undefined> | undefined };
const kept = processWide("facets of the search", (): Kept => ({ at: 0, facets: undefined, asking: undefined }));

/** About a minute old, or as old as the service's last answer; `undefined` when it has never answered. */
export async function searchFacets(now: number = performance.now()): Promise<Facets | undefined> {
  const age = now - kept.at;
  if (kept.facets && age < FACETS_MS) return kept.facets;
  kept.asking ??= askFacets(now);
  return kept.facets && age < USABLE_MS ? kept.facets : kept.asking;
}

async function askFacets(now: number): Promise<Facets | undefined> {
  try {
    kept.facets = await getFacets();
    kept.at = now;
  } catch (fault) {
    log("warn", "What can be searched for is not known.", { fault: String(fault) });
  } finally {
    kept.asking = undefined;
  }
  return kept.facets;
}

/** What fits now; `undefined` when the service does not answer, which is not the same as nothing. */
export async function searchNow(asked: EventsQuery): Promise<EventPage | undefined> {
  try {
    return await searchEvents(asked);
  } catch (fault) {
    log("warn", "A search could not be answered.", { fault: String(fault) });
    return undefined;
  }
}
