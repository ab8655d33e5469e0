import "server-only";

import { catalogueEvents } from "#lib/catalogue/events.ts";
import type { EventSummary } from "#lib/domain/catalogue/event.ts";
import { nearestOnSale } from "#lib/domain/catalogue/nearest-on-sale.ts";
import { undefinedOnFault } from "#lib/ticketing/client/undefined-on-fault.ts";

/** Returns up to three of the next events on sale, those at the same venue first. Empty when the service does not answer. */
export async function othersOnSale(event: Pick<EventSummary, "id" | "venue">): Promise<readonly EventSummary[]> {
  const events = await undefinedOnFault(catalogueEvents());
  return nearestOnSale(events?.value?.events ?? [], event);
}
