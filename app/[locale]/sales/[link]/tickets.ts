import "server-only";

import { createHash } from "node:crypto";
import { cache } from "react";
import type { Event } from "#lib/domain/catalogue/event.ts";
import type { DateOnTicket } from "#lib/domain/catalogue/event-date.ts";
import type { Venue } from "#lib/domain/catalogue/venue.ts";
import { hasLinkEnded } from "#lib/domain/links/link-end.ts";
import type { Sale } from "#lib/domain/payment/sale.ts";
import type { Admission } from "#lib/domain/people/admission.ts";
import type { SaleState } from "#lib/domain/reservation/reservation.ts";
import { openSaleLink } from "#lib/session/links/sale-link.ts";
import { getAdmission } from "#lib/ticketing/admissions.ts";
import { getEventDate } from "#lib/ticketing/event-dates.ts";
import { getEvent } from "#lib/ticketing/events.ts";
import { getSale } from "#lib/ticketing/sales.ts";

/** One Sale with everything that its holder is shown about it. */
export type TicketedSale = {
  readonly sale: Sale;
  /** What may be printed and read out over the telephone. It opens nothing. */
  readonly reference: string;
  /** Absent once the promoter has taken it out of the catalogue: the tickets are good all the same. */
  readonly event: Event | undefined;
  readonly venue: Venue | undefined;
  readonly tickets: readonly Ticket[];
};

export type Ticket = {
  readonly admission: Admission;
  readonly eventDate: DateOnTicket | undefined;
  /** Absent where the ticket's date takes place, as far as the catalogue says. */
  readonly cancelled?: Cancelled | undefined;
};

/** What of a ticket was cancelled: the whole event, or its date alone. */
export type Cancelled = "event" | "date";

/** A Reservation that nobody has paid for is not a Sale: its address is as unknown as any other. */
const SHOWN: Record<SaleState, boolean> = {
  RESERVED: false,
  LOCKED: false,
  PROCESSING: true,
  CONFIRMED: true,
  UNFULFILLED: true,
};

/** What a link opens: all of its Sales, or nothing, without saying why. */
export const openTickets = cache(async (link: string): Promise<readonly TicketedSale[] | undefined> => {
  const keys = await openSaleLink(link);
  if (keys === undefined) return undefined;
  const sales = await Promise.all(keys.map(getSale));
  const shown = sales.filter((sale) => sale !== undefined && SHOWN[sale.status]) as readonly Sale[];
  if (shown.length === 0 || shown.length < keys.length) return undefined;
  const opened = await Promise.all(shown.map(withTickets));
  return opened.every(hasEnded) ? undefined : opened;
});

function hasEnded({ event, tickets }: TicketedSale): boolean {
  const dates = tickets.map(({ eventDate }) => eventDate);
  return hasLinkEnded(event, dates, Date.now());
}

/** The same, of those Sales alone whose tickets are there to be carried away in a file. */
export async function openPaidTickets(link: string): Promise<readonly TicketedSale[] | undefined> {
  const paid = (await openTickets(link))?.filter(({ sale }) => sale.status === "CONFIRMED");
  return paid?.length ? paid : undefined;
}

/** What was given back lets nobody in, so its code is shown nowhere. */
export function isGivenBack({ status }: Pick<Admission, "status">): boolean {
  return status === "REFUNDED" || status === "RETURNED" || status === "NOT_RESERVED";
}

/** The door admits nobody to what is cancelled. */
export function cancelledPart(
  event: Pick<Event, "saleStatus"> | undefined,
  eventDate: DateOnTicket | undefined,
): Cancelled | undefined {
  if (event?.saleStatus === "CANCELLED") return "event";
  return eventDate?.saleStatus === "CANCELLED" ? "date" : undefined;
}

/** What the whole order is told: `undefined` as long as one of its tickets still lets somebody in, or may yet. */
export function cancelledOrder(sales: readonly Pick<TicketedSale, "tickets">[]): Cancelled | undefined {
  const kept = sales.flatMap(({ tickets }) => tickets).filter(({ admission }) => !isGivenBack(admission));
  return kept.every(({ cancelled }) => cancelled !== undefined) ? kept[0]?.cancelled : undefined;
}

/** Whether a code is shown for it: only where it lets somebody in. */
export function hasCode({ admission, cancelled }: Ticket): boolean {
  return admission.status !== "PENDING_GUEST_DETAILS" && !isGivenBack(admission) && cancelled === undefined;
}

async function withTickets(sale: Sale): Promise<TicketedSale> {
  const [event, dated] = await Promise.all([
    getEvent(sale.eventId),
    sale.status === "CONFIRMED" ? ticketsOf(sale) : [],
  ]);
  const tickets = dated.map((ticket) => ({ ...ticket, cancelled: cancelledPart(event, ticket.eventDate) }));
  const venue = event?.venue ?? tickets.find(({ admission }) => admission.venue)?.admission.venue;
  return { sale, reference: referenceOf(sale), event, venue, tickets };
}

async function ticketsOf(sale: Sale): Promise<readonly Ticket[]> {
  const found = await Promise.all(sale.admissionIds.map((id) => getAdmission(sale.key, id)));
  const admissions = found.filter((one) => one !== undefined);
  const ids = [...new Set(admissions.map(({ eventDateId }) => eventDateId))];
  const shown = await Promise.all(ids.map((id) => (id === undefined ? undefined : getEventDate(id))));
  // What the catalogue does not show any more stands on the tickets: of one date they all get the same.
  const dates = ids.map((id, at) => shown[at] ?? admissions.find(({ eventDateId }) => eventDateId === id)?.eventDate);
  return admissions.map((admission) => ({ admission, eventDate: dates[ids.indexOf(admission.eventDateId)] }));
}

/** The Sale's number; for a service that gives none, a short digest of the key, from which nobody gets back to it. */
function referenceOf({ id, key }: Sale): string {
  if (id !== undefined) return String(id);
  return createHash("sha256").update(key).digest("hex").slice(0, 8).toUpperCase();
}
