import type { Shortage } from "#lib/domain/reservation/reservation.ts";
import { type PickerData, type PickerDate, ticketsOf, withTickets } from "./picker-data.ts";

/**
 * Returns the dates with no more of a ticket type than the last refusal allowed, so that a row never offers more: what is
 * left of the stock, or of the limit per order. Where the cart has the whole limit, the row stays and its text says so.
 */
export function withShortages(dates: PickerData["dates"], shortages: readonly Shortage[]): PickerData["dates"] {
  if (shortages.length === 0) return dates;
  const limited = (date: PickerDate) =>
    withTickets(date, (ticket) => {
      const shortage = shortages.find(({ ticketTypeId }) => ticketTypeId === ticket.id);
      const said = shortage && leftOf(shortage);
      if (shortage?.refusal === "over_limit") return said ? { ...ticket, room: said } : ticket;
      return said === undefined ? ticket : { ...ticket, left: Math.min(said, ticket.left ?? said) };
    });
  const [first, ...others] = dates;
  return [limited(first), ...others.map(limited)];
}

/** Whether even fewer are left by now than a refusal said: then its number is out of date. */
export function isOutdated(dates: PickerData["dates"], shortages: readonly Shortage[]): boolean {
  return dates.some((date) =>
    ticketsOf(date).some(({ id, left, status }) =>
      shortages.some((shortage) => {
        const said = (shortage.ticketTypeId === id && leftOf(shortage)) || 0;
        return (
          said > 0 && (status !== "ON_SALE" || (shortage.refusal !== "over_limit" && left !== undefined && left < said))
        );
      }),
    ),
  );
}

function leftOf({ refusal, left }: Shortage): number | undefined {
  return refusal === "sold_out" ? 0 : left;
}
