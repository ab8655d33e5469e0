import "server-only";

import { catalogueEvents } from "#lib/catalogue/events.ts";
import type { EventSummary } from "#lib/domain/catalogue/event.ts";
import { nearestOnSale } from "#lib/domain/catalogue/nearest-on-sale.ts";

/** Returns up to three of the next events on sale, those at the same venue first. Empty when the service does not answer. */
export async function othersOnSale(event: Pick<EventSummary, "id" | "venue">): Promise<readonly EventSummary[]> {
  const { value } = await catalogueEvents();
  return nearestOnSale(value?.events ?? [], event);
}
