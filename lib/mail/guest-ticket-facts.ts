import "server-only";

import { env } from "#lib/env.ts";
import { type EventFacts, eventsOf } from "#lib/mail/order-facts.ts";
import { type Ticket, ticketsOfSales } from "#lib/orders/tickets.ts";
import { sealGuestLink } from "#lib/session/links/links.ts";

type GuestTicketFacts = {
  readonly ticket: Ticket;
  readonly event: EventFacts | undefined;
  /** Returns the address of the guest's own page, which opens this ticket and nothing else of the order. */
  readonly linkOf: () => Promise<string>;
};

/** Returns what a message to a guest says about one ticket of these sales; `undefined` when none of them has it. */
export async function guestTicketFacts(
  sales: Parameters<typeof ticketsOfSales>[0],
  admissionId: number,
  locale: string,
): Promise<GuestTicketFacts | undefined> {
  const found = await ticketsOfSales(sales);
  const sale = found?.find(({ tickets }) => tickets.some(({ admission }) => admission.id === admissionId));
  const ticket = sale?.tickets.find(({ admission }) => admission.id === admissionId);
  if (sale === undefined || ticket === undefined) return undefined;
  const [event] = eventsOf(sale, locale, (one) => one === ticket);
  const linkOf = async () =>
    `${env().FOYER_ORIGIN}/${locale}/sales/${await sealGuestLink(sale.sale.key, admissionId)}/guest`;
  return { ticket, event, linkOf };
}
