import type { Shortage } from "#lib/ticketing/model/reservation.ts";
import {
  type PickerData,
  type PickerDate,
  type Quantities,
  selectableMaximum,
  ticketsOf,
  withTickets,
} from "./picker-data.ts";

/**
 * Returns the dates limited by the last refusal, so that no row offers more than the stock or the limit per order has
 * left. Where the cart has the whole limit, the row stays, with a text that explains it.
 */
export function withShortages(dates: PickerData["dates"], shortages: readonly Shortage[]): PickerData["dates"] {
  if (shortages.length === 0) return dates;
  const limited = (date: PickerDate) =>
    withTickets(date, (ticket) => {
      const shortage = shortages.find(({ ticketTypeId }) => ticketTypeId === ticket.id);
      const limit = shortage && leftOf(shortage);
      if (shortage?.refusal === "over_limit") return limit ? { ...ticket, remaining: limit } : ticket;
      return limit === undefined ? ticket : { ...ticket, left: Math.min(limit, ticket.left ?? limit) };
    });
  const [first, ...others] = dates;
  return [limited(first), ...others.map(limited)];
}

/**
 * Returns the quantities with each refused one lowered to what is left on a date that is limited by the refusal: "Continue" then
 * asks for what there is.
 */
export function withinShortages(
  quantities: Quantities,
  date: PickerDate,
  { shortages, hasCode }: { readonly shortages: readonly Shortage[]; readonly hasCode: boolean },
): Quantities {
  const refused = ticketsOf(date).filter(({ id }) =>
    shortages.some((shortage) => shortage.ticketTypeId === id && leftOf(shortage) !== undefined),
  );
  const lowered = refused.map((ticket) => [
    ticket.id,
    Math.min(quantities[ticket.id] ?? 0, selectableMaximum(ticket, hasCode)),
  ]);
  return { ...quantities, ...Object.fromEntries(lowered) };
}

/** Returns whether fewer are left now than the refusal said, so that its number is out of date. */
export function isOutdated(dates: PickerData["dates"], shortages: readonly Shortage[]): boolean {
  return dates.some((date) =>
    ticketsOf(date).some(({ id, left, status }) =>
      shortages.some((shortage) => {
        const limit = (shortage.ticketTypeId === id && leftOf(shortage)) || 0;
        return (
          limit > 0 &&
          (status !== "ON_SALE" || (shortage.refusal !== "over_limit" && left !== undefined && left < limit))
        );
      }),
    ),
  );
}

function leftOf({ refusal, left }: Shortage): number | undefined {
  return refusal === "sold_out" ? 0 : left;
}
