import "server-only";

import { isReturned, type Ticket, type TicketedSale, ticketsOfSales } from "#lib/orders/tickets.ts";
import { log } from "#lib/telemetry/log.ts";
import { isNothingDone, TicketingFault, undefinedOnFault } from "#lib/ticketing/client/fault.ts";
import { type ChoiceResult, chooseForDate } from "#lib/ticketing/date-choices.ts";
import type { DateOnTicket } from "#lib/ticketing/model/event.ts";
import { addMoney, type Money } from "#lib/ticketing/model/money.ts";
import type { DateChoice, DateOption } from "#lib/ticketing/model/sale.ts";

/** A choice that a Buyer has for the tickets of one cancelled date of one sale. */
export type OpenChoice = DateChoice & {
  /** Identifies the choice in URLs and forms. It grants no access. */
  readonly id: string;
  readonly sale: TicketedSale;
  /** The cancelled date. Absent where neither catalogue nor tickets show it. */
  readonly eventDate: DateOnTicket | undefined;
  /** Its valid tickets. */
  readonly tickets: readonly Ticket[];
  /** What a refund gives back. Absent where the service does not say what was paid for a ticket. */
  readonly amount: Money | undefined;
};

/** Returns the choices that the Buyer of an order has now. */
export function openChoices(sales: readonly TicketedSale[]): readonly OpenChoice[] {
  return sales.flatMap((sale) =>
    (sale.sale.choices ?? []).flatMap((choice): readonly OpenChoice[] => {
      const tickets = sale.tickets.filter(
        ({ admission }) => admission.eventDateId === choice.eventDateId && !isReturned(admission),
      );
      if (tickets.length === 0) return [];
      const id = `${sale.reference}-${choice.eventDateId}`;
      return [{ ...choice, id, sale, eventDate: tickets[0]?.eventDate, tickets, amount: paidFor(tickets) }];
    }),
  );
}

function paidFor(tickets: readonly Ticket[]): Money | undefined {
  const paid = tickets.flatMap(({ admission }) => admission.paid ?? []);
  return paid.length === tickets.length && paid.length > 0 ? paid.reduce(addMoney) : undefined;
}

/** `not_made`: the service did nothing. `not_known`: no answer, and the order does not show it. */
type ChoiceMade = ChoiceResult | "not_made" | "not_known";

/**
 * Makes a choice. Where it is closed, or there was no answer, the sale is read again: the same choice may have been made by an
 * earlier press or in another window.
 */
export async function makeChoice(open: OpenChoice, option: DateOption): Promise<ChoiceMade> {
  const result = await chooseForDate(open.sale.sale.key, open.eventDateId, option).catch(resultOfFault);
  if (result !== "closed" && result !== "not_known") return result;
  const [now] = (await undefinedOnFault(ticketsOfSales([open.sale.sale.key]))) ?? [];
  return (now && resultShownBy(now, open, option)) ?? result;
}

/** Returns the result where the sale shows that this option was carried out. */
function resultShownBy(
  { sale, tickets }: TicketedSale,
  open: Pick<OpenChoice, "eventDateId" | "tickets">,
  option: DateOption,
): ChoiceResult | undefined {
  if (option === "keep") {
    const isKept = sale.choices?.some(
      ({ eventDateId, chosen }) => eventDateId === open.eventDateId && chosen === "keep",
    );
    return isKept ? "kept" : undefined;
  }
  const ids = new Set(open.tickets.map(({ admission }) => admission.id));
  const after = tickets.flatMap(({ admission }) => (ids.has(admission.id) ? [admission] : []));
  if (option !== "refund") return after.every(({ eventDateId }) => eventDateId === option.moveTo) ? "moved" : undefined;
  if (!after.every(isReturned)) return undefined;
  if (sale.refunds?.some(({ isUnderWay }) => isUnderWay)) return "under_way";
  if (sale.refunds?.some(({ unspendable }) => unspendable?.state === "WAITING")) return "voucher_waits";
  return after.some(({ status }) => status === "REFUNDED") ? "refunded" : "returned";
}

/** Throws faults that are not the service's. After a call that may have arrived, the result is not known. */
function resultOfFault(fault: unknown): "not_made" | "not_known" {
  if (!(fault instanceof TicketingFault)) throw fault;
  log("warn", "A choice for a cancelled date got no answer.", { reason: fault.message });
  return isNothingDone(fault) ? "not_made" : "not_known";
}
