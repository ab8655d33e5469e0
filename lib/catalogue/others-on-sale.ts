import "server-only";

import { catalogueEvents } from "#lib/catalogue/events.ts";
import { nearestOnSale } from "#lib/catalogue/nearest-on-sale.ts";
import { undefinedOnFault } from "#lib/ticketing/client/fault.ts";
import type { EventSummary } from "#lib/ticketing/model/event.ts";

/** Returns up to three of the next events on sale, those at the same venue first. Empty when the service does not answer. */
export async function othersOnSale(event: Pick<EventSummary, "id" | "venue">): Promise<readonly EventSummary[]> {
  const events = await undefinedOnFault(catalogueEvents());
  return nearestOnSale(events?.value?.events ?? [], event);
}
