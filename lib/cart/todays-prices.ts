import { addMoney, type Money, timesMoney } from "#lib/ticketing/model/money.ts";
import { allInPrice, type Offering, type TicketType, ticketTypesOf } from "#lib/ticketing/model/offering.ts";
import { type ReservedLine, type SelectionLine, ticketCount } from "#lib/ticketing/model/reservation.ts";

/** A reserved line whose tickets would cost something else if they were reserved now. */
export type PriceNow = { readonly line: ReservedLine; readonly before: Money; readonly now: Money };

/** What reserving lines again means. `not_on_sale`: at least one of them is no longer on sale, or is not listed. */
type TodaysPrices =
  | { readonly state: "not_on_sale" }
  | { readonly state: "as_reserved" }
  | { readonly state: "changed"; readonly changes: readonly PriceNow[] };

type Groups = Pick<Offering, "groups"> | undefined;

/** Returns the ticket type, if it is on sale as far as is known. */
export function typeOnSale(offering: Groups, ticketTypeId: number): TicketType | undefined {
  const type = offering?.groups.flatMap(ticketTypesOf).find(({ id }) => id === ticketTypeId);
  // A sold-out type can be exchanged for itself: the tickets need not be free twice.
  return type?.saleStatus === "ON_SALE" || type?.saleStatus === "SOLD_OUT" ? type : undefined;
}

/** Compares the prices of reserved lines with those of today. */
export function todaysPrices(lines: readonly ReservedLine[], offering: Groups): TodaysPrices {
  const types = lines.map(({ ticketTypeId }) => typeOnSale(offering, ticketTypeId));
  if (types.includes(undefined)) return { state: "not_on_sale" };
  const changes = lines.flatMap((line, at): readonly PriceNow[] => {
    const [type, before] = [types[at], allInPrice(line)];
    const now = type && allInPrice(type);
    return now === undefined || now.minor === before.minor ? [] : [{ line, before, now }];
  });
  return changes.length > 0 ? { state: "changed", changes } : { state: "as_reserved" };
}

/** Returns what these tickets cost today, before discounts; `undefined` where not all of them are on sale. */
export function costToday(lines: readonly SelectionLine[], offering: Groups): Money | undefined {
  const costs = lines.map(({ ticketTypeId, quantity }) => {
    const type = typeOnSale(offering, ticketTypeId);
    return type && timesMoney(allInPrice(type), quantity);
  });
  return costs.reduce((sum, cost) => (sum && cost ? addMoney(sum, cost) : undefined));
}

/** Returns one line for each ticket type, in the place of its first. */
export function byType(lines: readonly SelectionLine[]): readonly SelectionLine[] {
  return [...Map.groupBy(lines, ({ ticketTypeId }) => ticketTypeId)].flatMap(([ticketTypeId, same]) => {
    const quantity = ticketCount(same);
    return quantity > 0 ? [{ ticketTypeId, quantity }] : [];
  });
}
