import type { EventSummary } from "#lib/ticketing/model/event.ts";

const EVENTS_MAX = 3;

/** Returns up to three of the next events on sale; besides an event those at its venue first, then those in its city. */
export function nearestOnSale(
  events: readonly EventSummary[],
  event?: Pick<EventSummary, "id" | "venue">,
): readonly EventSummary[] {
  const distance = (other: EventSummary) => {
    if (other.venue.name === event?.venue.name) return 0;
    return other.venue.city === event?.venue.city ? 1 : 2;
  };
  return events
    .filter((other) => other.id !== event?.id && other.saleStatus === "ON_SALE")
    .toSorted((one, other) => distance(one) - distance(other) || startOf(one) - startOf(other))
    .slice(0, EVENTS_MAX);
}

function startOf({ firstDate = "9999" }: EventSummary): number {
  return Date.parse(firstDate);
}
