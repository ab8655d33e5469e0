import type { Cart } from "#lib/domain/cart/cart.ts";
import { formatEventLink } from "#lib/domain/links/event-link.ts";
import type { Missing } from "#lib/domain/pricing/advice.ts";

/**
 * The query of the event page on which the missing tickets are chosen beside those that are held for it already: what
 * is held there is held anew, and must not be lost over it. Tickets for another date cannot be chosen at the same
 * time; then the page opens as it is.
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
