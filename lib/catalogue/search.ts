import "server-only";

import type { EventPage } from "#lib/domain/event.ts";
import type { Facets } from "#lib/domain/facets.ts";
import { log } from "#lib/log.ts";
import { processWide } from "#lib/process-wide.ts";
import { getFacets } from "#lib/ticketing/calendar.ts";
import { type EventsAsked, searchEvents } from "#lib/ticketing/events.ts";

/** What one can filter by changes rarely; a crowd that searches asks for it once a minute, not once each. */
const FACETS_MS = 60_000;

type Kept = { readonly at: number; readonly facets: Facets };
const kept = processWide("facets of the search", () => new Map<"facets", Kept>());

/** At most a minute old, or as old as the service's last answer; `undefined` when it has never answered. */
export async function searchFacets(now: number = performance.now()): Promise<Facets | undefined> {
  const last = kept.get("facets");
  if (last && now - last.at < FACETS_MS) return last.facets;
  try {
    const facets = await getFacets();
    kept.set("facets", { at: now, facets });
    return facets;
  } catch (fault) {
    log("warn", "What can be searched for is not known.", { fault: String(fault) });
    return last?.facets;
  }
}

/** What fits now; `undefined` when the service does not answer, which is not the same as nothing. */
export async function searchNow(asked: EventsAsked): Promise<EventPage | undefined> {
  try {
    return await searchEvents(asked);
  } catch (fault) {
    log("warn", "A search could not be answered.", { fault: String(fault) });
    return undefined;
  }
}
