import { addMoney, type Money, timesMoney } from "#lib/domain/money.ts";
import { allInPrice, type TicketType } from "#lib/domain/ticket-type.ts";

/** What a visitor has picked and not yet reserved. An empty selection is no selection. */
export type Selection = readonly [Line, ...Line[]];
export type Line = { readonly ticketType: Pick<TicketType, "id" | "price" | "fee">; readonly quantity: number };

/** What a reservation asks for. */
export type Wanted = { readonly ticketTypeId: number; readonly quantity: number };

export function selectionTotal(selection: Selection): Money {
  const [first, ...rest] = selection;
  return rest.map(lineTotal).reduce(addMoney, lineTotal(first));
}

export function lineTotal({ ticketType, quantity }: Line): Money {
  return timesMoney(allInPrice(ticketType), quantity);
}
