import type { PaidTicket } from "#src/payments/store/paid-tickets.ts";
import type { RefundProblem, RefundRequest } from "./refund-request.ts";

type Chosen = { readonly tickets: readonly PaidTicket[] } | { readonly problems: readonly RefundProblem[] };

/**
 * Returns the locked tickets that a request refunds, or why it refunds none of them. Without ids it is every ticket that has not
 * come back; used ones are refunded only by force.
 */
export function chooseTickets(
  tickets: readonly PaidTicket[],
  {
    admissionIds,
    skipsReturned = false,
    eventDateId,
    exceptDateIds = [],
    force,
  }: Pick<RefundRequest, "admissionIds" | "skipsReturned" | "eventDateId" | "exceptDateIds" | "force">,
): Chosen {
  const problems: RefundProblem[] = [];
  const chosen: PaidTicket[] = [];
  const isOfDate = (ticket: PaidTicket) =>
    (eventDateId === undefined || ticket.eventDateId === eventDateId) && !exceptDateIds.includes(ticket.eventDateId);
  const wanted = admissionIds ?? tickets.filter((one) => isValid(one) && isOfDate(one)).map(({ id }) => id);
  for (const [place, id] of wanted.entries()) {
    const ticket = tickets.find((one) => one.id === id);
    const problem = problemOf(ticket, force);
    if (skipsReturned && problem === "returned_already") continue;
    if (problem !== undefined) problems.push({ problem, ...(admissionIds && { ticket: place }) });
    else if (ticket !== undefined && !chosen.includes(ticket)) chosen.push(ticket);
  }
  if (problems.length > 0) return { problems };
  return chosen.length === 0 ? { problems: [{ problem: "returned_already" }] } : { tickets: chosen };
}

function problemOf(ticket: PaidTicket | undefined, force: boolean): RefundProblem["problem"] | undefined {
  if (ticket === undefined) return "not_of_sale";
  if (!isValid(ticket)) return "returned_already";
  return ticket.isAdmitted && !force ? "admitted" : undefined;
}

function isValid({ status }: PaidTicket): boolean {
  return status === "CONFIRMED" || status === "PENDING_GUEST_DETAILS";
}
