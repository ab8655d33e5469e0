import { formatEventLink } from "#lib/catalogue/event-link.ts";
import type { Missing } from "#lib/ticketing/model/advice.ts";
import type { Cart } from "#lib/ticketing/model/cart.ts";

/**
 * Returns the query of an event page that preselects the missing tickets together with those already reserved for the
 * event, since the whole selection is reserved again there. Returns an empty query where the reserved tickets are for
 * another date: one page selects tickets of one date.
 */
export function linkToAdd(
  { sales }: Pick<Cart, "sales">,
  { eventId, eventDateId, ticketTypeIds, quantity }: Missing,
): string {
  const lines = sales.filter((sale) => sale.eventId === eventId).flatMap((sale) => sale.lines);
  const [added] = ticketTypeIds;
  const isElsewhere = lines.some((line) => eventDateId !== undefined && line.eventDateId !== eventDateId);
  if (added === undefined || isElsewhere) return "";
  const wanted = new Map<number, number>();
  for (const line of [...lines, { ticketTypeId: added, quantity }]) {
    wanted.set(line.ticketTypeId, (wanted.get(line.ticketTypeId) ?? 0) + line.quantity);
  }
  const link = formatEventLink({
    wanted: [...wanted].map(([ticketTypeId, quantity]) => ({ ticketTypeId, quantity })),
    ...(eventDateId !== undefined && { eventDateId }),
  });
  return `?${link}`;
}
