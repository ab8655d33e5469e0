import "server-only";

import { orderReference } from "#lib/orders/order.ts";
import {
  openGuestTicket,
  openPaidTickets,
  type TicketedSale,
  ticketState,
  ticketsOfSales,
} from "#lib/orders/tickets.ts";
import type { PassTicket } from "#lib/wallet/pass-token.ts";
import type { SoldTicket } from "#lib/wallet/wallet-ticket.ts";

/** The valid tickets of a link, and whether it is a guest's. */
export type WalletTickets = { readonly tickets: readonly SoldTicket[]; readonly isForGuest: boolean };

/** Returns the valid tickets of an order's or a guest's link; `undefined` for any other link. */
export async function walletTicketsOf(link: string): Promise<WalletTickets | undefined> {
  const sales = await openPaidTickets(link);
  if (sales !== undefined) return walletTicketsOfOrder(sales);
  const guest = await openGuestTicket(link);
  if (guest?.eventDate === undefined) return undefined;
  const { saleKey, admission, event, eventDate } = guest;
  const sale = { key: saleKey, eventId: admission.eventId ?? 0, eventName: event?.name ?? admission.eventName ?? "" };
  const venue = event?.venue ?? admission.venue;
  return {
    tickets: [{ sale, admission, event, eventDate, venue, number: 1, count: 1 }].filter(isValid),
    isForGuest: true,
  };
}

/** Returns the valid tickets of an order. */
export function walletTicketsOfOrder(sales: readonly TicketedSale[]): WalletTickets {
  return { tickets: sales.flatMap(soldTickets).filter(isValid), isForGuest: false };
}

/** Returns a ticket of a sale, also one that no longer admits; `undefined` when the sale or the ticket is gone. */
export async function soldTicketOf(ticket: Pick<PassTicket, "saleKey" | "admissionId" | "isForGuest">) {
  const [sale] = (await ticketsOfSales([ticket.saleKey])) ?? [];
  const sold = sale && soldTickets(sale).find(({ admission }) => admission.id === ticket.admissionId);
  return sold && ticket.isForGuest ? { ...sold, number: 1, count: 1 } : sold;
}

/** Returns all tickets of some sales, also those that no longer admit. */
export async function soldTicketsOf(saleKeys: readonly string[]): Promise<readonly SoldTicket[]> {
  return ((await ticketsOfSales(saleKeys)) ?? []).flatMap(soldTickets);
}

function soldTickets(sold: TicketedSale): readonly SoldTicket[] {
  const { event, venue, tickets } = sold;
  const sale = { ...sold.sale, reference: orderReference([sold]) };
  return tickets.flatMap(({ admission, eventDate }, at) =>
    eventDate ? [{ sale, admission, event, eventDate, venue, number: at + 1, count: tickets.length }] : [],
  );
}

function isValid({ admission, event, eventDate }: SoldTicket): boolean {
  return ticketState(admission, event, eventDate) === "valid";
}
