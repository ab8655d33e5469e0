import "server-only";

import { createHash } from "node:crypto";
import { cache } from "react";
import { openGuestLink, openSaleLink } from "#lib/session/links/links.ts";
import { getAdmission } from "#lib/ticketing/admissions.ts";
import { undefinedIfUnreadable } from "#lib/ticketing/client/fault.ts";
import { getEvent, getEventDate } from "#lib/ticketing/events.ts";
import type { Admission, MovedFrom } from "#lib/ticketing/model/admission.ts";
import type { DateOnTicket, Event, SaleStatus, Venue } from "#lib/ticketing/model/event.ts";
import type { SaleState } from "#lib/ticketing/model/reservation.ts";
import type { DateChoice, Sale } from "#lib/ticketing/model/sale.ts";
import { admissionsOf, getSale } from "#lib/ticketing/sales.ts";

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
  /** It is being refunded without a press of the Buyer, because its date is cancelled. */
  readonly isRefunding?: boolean;
};

/** The cancelled part: the whole event, or its date. */
type Cancelled = "event" | "date";

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
  const opened = await Promise.all(shown.map(withTickets));
  return opened.toSorted((a, b) => firstStart(a) - firstStart(b));
}

/** Returns when the first date of a Sale starts, in milliseconds. A Sale without a known date comes last. */
function firstStart({ tickets }: TicketedSale): number {
  const [first] = datesOf(tickets);
  return first ? Date.parse(first.startsAt) : Number.MAX_SAFE_INTEGER;
}

/** A date of tickets, and the earlier date of those that were moved to it. */
type DateOfTickets = DateOnTicket & { readonly movedFrom: MovedFrom | undefined; readonly isCancelled: boolean };

/** Returns each date of these tickets once, the earliest first. */
export function datesOf(tickets: readonly Ticket[]): readonly DateOfTickets[] {
  const dates = new Map(
    tickets.flatMap(({ admission: { movedFrom }, eventDate, cancelled }) =>
      eventDate ? [[eventDate.id, { ...eventDate, movedFrom, isCancelled: cancelled !== undefined }] as const] : [],
    ),
  );
  return [...dates.values()].sort((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt));
}

/** An order in a list: its events, each once, and the first date of its tickets. */
export type OrderInBrief = { readonly events: readonly string[]; readonly first: DateOnTicket | undefined };

/** Returns how a list names the order of these Sales. */
export function inBrief(sales: readonly TicketedSale[]): OrderInBrief {
  const [first] = datesOf(sales.flatMap(({ tickets }) => tickets));
  return { events: [...new Set(sales.map(({ sale }) => sale.eventName))], first };
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

type Sold = { readonly saleStatus?: SaleStatus } | undefined;

/** Returns the cancelled part of a ticket. A cancelled ticket is not valid. */
function cancelledPart(event: Sold, eventDate: Sold): Cancelled | undefined {
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
export function hasCode(ticket: Ticket): boolean {
  return ticket.admission.status !== "PENDING_GUEST_DETAILS" && isValid(ticket);
}

async function withTickets(sale: Sale): Promise<TicketedSale> {
  const [event, dated] = await Promise.all([eventOf(sale.eventId), sale.status === "CONFIRMED" ? ticketsOf(sale) : []]);
  const tickets = dated.map((ticket): Ticket => {
    const { admission, eventDate } = ticket;
    const choice = sale.choices?.find(({ eventDateId }) => eventDateId === admission.eventDateId);
    const isRefunding = sale.refundingDateIds?.some((id) => id === admission.eventDateId) ?? false;
    return { ...ticket, cancelled: cancelledPart(event, eventDate), choice, isRefunding };
  });
  const venue = event?.venue ?? tickets.find(({ admission }) => admission.venue)?.admission.venue;
  return { sale, reference: referenceOf(sale), event, venue, tickets };
}

async function ticketsOf(sale: Sale): Promise<readonly Ticket[]> {
  const admissions = await admissionsOf(sale);
  const ids = [...new Set(admissions.map(({ eventDateId }) => eventDateId))];
  const dates = await Promise.all(ids.map((id) => dateOf(admissions.find(({ eventDateId }) => eventDateId === id))));
  return admissions.map((admission) => ({ admission, eventDate: dates[ids.indexOf(admission.eventDateId)] }));
}

/** Returns the date of a ticket, from the ticket where the catalogue says no more or no longer shows it. */
async function dateOf(ticket: Admission | undefined): Promise<DateOnTicket | undefined> {
  if (ticket?.eventDateId === undefined) return undefined;
  const { eventDate, eventDateId, cancelled } = ticket;
  if (eventDate !== undefined && cancelled !== undefined)
    return { ...eventDate, ...(cancelled && { saleStatus: "CANCELLED" }) };
  return (await getEventDate(eventDateId).catch(undefinedIfUnreadable)) ?? eventDate;
}

/** A paid ticket is shown also where its event cannot be read. */
function eventOf(eventId: number): Promise<Event | undefined> {
  return getEvent(eventId).catch(undefinedIfUnreadable);
}

/** Returns a short digest of the Sale's key, from which no key can be derived. */
function referenceOf({ key }: Sale): string {
  return createHash("sha256").update(key).digest("hex").slice(0, 8).toUpperCase();
}

/** A ticket, and the key of its Sale, which the service requires. */
export type TicketOfSale = { readonly saleKey: string; readonly admission: Admission };

/** Returns one ticket of the paid Sales of this link; `undefined` for a ticket of any other sale. */
export async function ticketOfLink(link: string, admissionId: number): Promise<TicketOfSale | undefined> {
  const keys = await openSaleLink(link);
  const sales = await Promise.all((keys ?? []).map(getSale));
  const sale = sales.find((one) => one?.status === "CONFIRMED" && one.admissionIds.includes(admissionId));
  const [admission] = sale ? await admissionsOf(sale, [admissionId]) : [];
  if (sale === undefined || admission === undefined) return undefined;
  const event = await eventOf(sale.eventId);
  return hasLinkEnded(event, [admission.eventDate], Date.now()) ? undefined : { saleKey: sale.key, admission };
}

type GuestTicket = TicketOfSale & {
  readonly event: Event | undefined;
  readonly eventDate: DateOnTicket | undefined;
  readonly cancelled: Cancelled | undefined;
};

/** Returns the ticket of a guest's link; `undefined` for a link that is unknown, revoked or expired. */
export const openGuestTicket = cache(async (link: string): Promise<GuestTicket | undefined> => {
  const opened = await openGuestLink(link);
  const admission = opened && (await getAdmission(opened.saleKey, opened.admissionId));
  if (opened === undefined || admission === undefined) return undefined;
  // A ticket need not name its event: its sale does.
  const eventId = admission.eventId ?? (await getSale(opened.saleKey))?.eventId;
  const [event, eventDate] = await Promise.all([
    eventId === undefined ? undefined : eventOf(eventId),
    dateOf(admission),
  ]);
  if (hasLinkEnded(event, [eventDate], Date.now())) return undefined;
  return { saleKey: opened.saleKey, admission, event, eventDate, cancelled: cancelledPart(event, eventDate) };
});

/** Long enough for a receipt, a refund and a complaint. */
const OPEN_AFTER_LAST_DATE_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * Returns when the links of tickets end, in milliseconds: 30 days after the last of the dates as they are now, so that a
 * postponed event keeps its links. `undefined` where no date is known.
 */
export function linkEnd(
  event: Pick<Event, "lastDate" | "lastDateEnd"> | undefined,
  onTickets: readonly (DateOnTicket | undefined)[],
): number | undefined {
  const ofEvent = [event?.lastDate, event?.lastDateEnd];
  const dates = [...ofEvent, ...onTickets.flatMap((date) => [date?.endsAt, date?.startsAt])];
  const known = dates.flatMap((date) => (date === undefined ? [] : [Date.parse(date)]));
  return known.length > 0 ? Math.max(...known) + OPEN_AFTER_LAST_DATE_MS : undefined;
}

/** Returns whether the links of tickets have ended. False where no date is known. */
export function hasLinkEnded(
  event: Pick<Event, "lastDate" | "lastDateEnd"> | undefined,
  onTickets: readonly (DateOnTicket | undefined)[],
  nowMs: number,
): boolean {
  const end = linkEnd(event, onTickets);
  return end !== undefined && nowMs > end;
}

/** Whether a ticket admits, and why not. */
export type TicketState = "valid" | "pending" | "refunded" | "returned" | "cancelled";

/** Returns the state of a ticket of an event and a date, as far as the catalogue still shows them. */
export function ticketState({ status }: Pick<Admission, "status">, event: Sold, eventDate: Sold): TicketState {
  if (isReturned({ status })) return status === "REFUNDED" ? "refunded" : "returned";
  if (cancelledPart(event, eventDate) !== undefined) return "cancelled";
  return status === "PENDING_GUEST_DETAILS" ? "pending" : "valid";
}
