import "server-only";

import { type WayBack, wayBackOf } from "#lib/domain/payment/buyer-refund.ts";
import { log } from "#lib/log.ts";
import type { Ticket, TicketedSale } from "#lib/orders/tickets.ts";
import { TicketingFault } from "#lib/ticketing/client/fault.ts";
import { canReturnTickets, type RefundResult, refundByBuyer, requestRefund } from "#lib/ticketing/refunds.ts";

/** A ticket that its Buyer can return, and how. */
export type ReturnableTicket = { readonly ticket: Ticket; readonly sale: TicketedSale; readonly wayBack: WayBack };

/** Returns the tickets of an order that can be returned. None where the service states no refund policy. */
export function returnableTickets(sales: readonly TicketedSale[], now: Date): readonly ReturnableTicket[] {
  if (!canReturnTickets()) return [];
  return sales.flatMap((sale) =>
    sale.tickets.flatMap((ticket) => {
      const policy = sale.sale.refundPolicy;
      if (policy === undefined || sale.sale.status !== "CONFIRMED") return [];
      const { admission, eventDate, cancelled } = ticket;
      const isCancelled = cancelled !== undefined;
      const wayBack = wayBackOf({ admission, startsAt: eventDate?.startsAt, isCancelled, policy }, now);
      return wayBack ? [{ ticket, sale, wayBack }] : [];
    }),
  );
}

export type ReturnResult = RefundResult | "requested" | "not_known";

/** The results after which the tickets of a sale are returned, or their return is under way. */
const ACCEPTED: ReadonlySet<ReturnResult> = new Set(["refunded", "under_way", "requested", "not_known"]);

/** Refunds the chosen tickets, sale by sale. The key makes the refunds of one form once. */
export function refundTickets(chosen: readonly ReturnableTicket[], idempotencyKey: string): Promise<ReturnResult> {
  return ofEachSale(chosen, (saleKey, ids) => refundByBuyer(saleKey, ids, idempotencyKey));
}

/** Asks the organiser to refund the chosen tickets. */
export function requestReturn(chosen: readonly ReturnableTicket[], reason: string): Promise<ReturnResult> {
  return ofEachSale(chosen, (saleKey, ids) => requestRefund(saleKey, ids, reason));
}

/** Returns the result for all sales: one that was not accepted comes first, and its tickets are still there to be chosen again. */
async function ofEachSale(
  chosen: readonly ReturnableTicket[],
  work: (saleKey: string, ids: readonly number[]) => Promise<ReturnResult>,
): Promise<ReturnResult> {
  const results: ReturnResult[] = [];
  for (const [key, tickets] of Map.groupBy(chosen, ({ sale }) => sale.sale.key)) {
    const ids = tickets.map(({ ticket }) => ticket.admission.id);
    results.push(await work(key, ids).catch(notKnown));
  }
  const isOpen = (result: ReturnResult) => result === "under_way" || result === "not_known";
  return results.find((result) => !ACCEPTED.has(result)) ?? results.find(isOpen) ?? results[0] ?? "closed";
}

/** A write without an answer may have arrived: the order shows what became of it. */
function notKnown(fault: unknown): "not_known" {
  if (!(fault instanceof TicketingFault)) throw fault;
  log("warn", "The answer to a refund was lost.", { reason: fault.message });
  return "not_known";
}
