import "server-only";

import { createHash } from "node:crypto";
import { cache } from "react";
import { hasLinkEnded } from "#lib/orders/link-end.ts";
import { openSaleLink } from "#lib/session/links/links.ts";
import { getAdmission } from "#lib/ticketing/admissions.ts";
import { getEvent, getEventDate } from "#lib/ticketing/events.ts";
import type { Admission } from "#lib/ticketing/model/admission.ts";
import type { DateOnTicket, Event, Venue } from "#lib/ticketing/model/event.ts";
import type { SaleState } from "#lib/ticketing/model/reservation.ts";
import type { DateChoice, Sale } from "#lib/ticketing/model/sale.ts";
import { getSale } from "#lib/ticketing/sales.ts";

/** One Sale with everything that its page shows. */
export type TicketedSale = {
  readonly sale: Sale;
  /** Identifies the Sale on pages and in files. It grants no access. */
  readonly reference: string;
  /** Absent when the promoter has removed it from the catalogue: the tickets stay valid. */
  readonly event: Event | undefined;
  readonly venue: Venue | undefined;
  readonly tickets: readonly Ticket[];
};

export type Ticket = {
  readonly admission: Admission;
  readonly eventDate: DateOnTicket | undefined;
  /** Absent where the date is not cancelled, as far as the catalogue knows. */
  readonly cancelled?: Cancelled | undefined;
  /** What the Buyer may choose for its cancelled date. */
  readonly choice?: DateChoice | undefined;
};

/** The cancelled part: the whole event, or its date. */
export type Cancelled = "event" | "date";

/** An unpaid Reservation is not shown: its link is not found. */
const SHOWN: Record<SaleState, boolean> = {
  RESERVED: false,
  LOCKED: false,
  PROCESSING: true,
  CONFIRMED: true,
  UNFULFILLED: true,
};

/** Returns all Sales of a link; `undefined` where it does not open, whatever the reason. */
export const openTickets = cache(async (link: string): Promise<readonly TicketedSale[] | undefined> => {
  const keys = await openSaleLink(link);
  const opened = keys && (await ticketsOfSales(keys));
  return opened?.every(hasEnded) ? undefined : opened;
});

/** Returns Sales by their keys; `undefined` where one does not exist or nothing was paid for it. */
export async function ticketsOfSales(keys: readonly string[]): Promise<readonly TicketedSale[] | undefined> {
  const sales = await Promise.all(keys.map(getSale));
  const shown = sales.filter((sale) => sale !== undefined && SHOWN[sale.status]) as readonly Sale[];
  if (shown.length === 0 || shown.length < keys.length) return undefined;
  return Promise.all(shown.map(withTickets));
}

/** Returns whether the links of a Sale no longer open: its last date is long past. */
export function hasEnded({ event, tickets }: TicketedSale): boolean {
  const dates = tickets.map(({ eventDate }) => eventDate);
  return hasLinkEnded(event, dates, Date.now());
}

/** Returns the Sales of a link whose tickets can be downloaded. */
export async function openPaidTickets(link: string): Promise<readonly TicketedSale[] | undefined> {
  const paid = (await openTickets(link))?.filter(({ sale }) => sale.status === "CONFIRMED");
  return paid?.length ? paid : undefined;
}

/** Returns whether a ticket was returned or refunded. It is not valid, so its code is not shown. */
export function isReturned({ status }: Pick<Admission, "status">): boolean {
  return status === "REFUNDED" || status === "RETURNED" || status === "NOT_RESERVED";
}

/** Returns the cancelled part of a ticket. A cancelled ticket is not valid. */
export function cancelledPart(
  event: Pick<Event, "saleStatus"> | undefined,
  eventDate: DateOnTicket | undefined,
): Cancelled | undefined {
  if (event?.saleStatus === "CANCELLED") return "event";
  return eventDate?.saleStatus === "CANCELLED" ? "date" : undefined;
}

/** Returns the cancelled part where all tickets of an order are cancelled; otherwise `undefined`. */
export function cancelledOrder(sales: readonly Pick<TicketedSale, "tickets">[]): Cancelled | undefined {
  const kept = sales.flatMap(({ tickets }) => tickets).filter(({ admission }) => !isReturned(admission));
  return kept.every(({ cancelled }) => cancelled !== undefined) ? kept[0]?.cancelled : undefined;
}

/** The state of a whole order: some ticket is valid, all are cancelled, or all were returned or refunded. */
export type OrderState = "valid" | Cancelled | "returned";

/** Returns the state that an order's heading shows. */
export function orderState(sales: readonly Pick<TicketedSale, "tickets">[]): OrderState {
  const tickets = sales.flatMap((sale) => sale.tickets);
  if (tickets.length > 0 && tickets.every(({ admission }) => isReturned(admission))) return "returned";
  return cancelledOrder(sales) ?? "valid";
}

/** Returns the id of a ticket's full screen view. */
export function viewOf({ admission }: Pick<Ticket, "admission">): string {
  return `ticket-${admission.id}`;
}

/** Returns whether a ticket is neither returned nor cancelled. */
export function isValid({ admission, cancelled }: Ticket): boolean {
  return !isReturned(admission) && cancelled === undefined;
}

/** Returns whether a ticket shows a code: only while it is valid. */
export function hasCode({ admission, cancelled }: Ticket): boolean {
  return admission.status !== "PENDING_GUEST_DETAILS" && !isReturned(admission) && cancelled === undefined;
}

async function withTickets(sale: Sale): Promise<TicketedSale> {
  const [event, dated] = await Promise.all([
    getEvent(sale.eventId),
    sale.status === "CONFIRMED" ? ticketsOf(sale) : [],
  ]);
  const tickets = dated.map((ticket): Ticket => {
    const { admission, eventDate } = ticket;
    const choice = sale.choices?.find(({ eventDateId }) => eventDateId === admission.eventDateId);
    return { ...ticket, cancelled: cancelledPart(event, eventDate), choice };
  });
  const venue = event?.venue ?? tickets.find(({ admission }) => admission.venue)?.admission.venue;
  return { sale, reference: referenceOf(sale), event, venue, tickets };
}

async function ticketsOf(sale: Sale): Promise<readonly Ticket[]> {
  const found = await Promise.all(sale.admissionIds.map((id) => getAdmission(sale.key, id)));
  const admissions = found.filter((one) => one !== undefined);
  const ids = [...new Set(admissions.map(({ eventDateId }) => eventDateId))];
  const shown = await Promise.all(ids.map((id) => (id === undefined ? undefined : getEventDate(id))));
  // A date that the catalogue no longer shows is taken from the tickets.
  const dates = ids.map((id, at) => shown[at] ?? admissions.find(({ eventDateId }) => eventDateId === id)?.eventDate);
  return admissions.map((admission) => ({ admission, eventDate: dates[ids.indexOf(admission.eventDateId)] }));
}

/** Returns a short digest of the Sale's key, from which no key can be derived. */
function referenceOf({ key }: Sale): string {
  return createHash("sha256").update(key).digest("hex").slice(0, 8).toUpperCase();
}
