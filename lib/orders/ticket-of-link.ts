import "server-only";

import { cache } from "react";
import { hasLinkEnded } from "#lib/orders/link-end.ts";
import { openGuestLink, openSaleLink } from "#lib/session/links/links.ts";
import { getAdmission } from "#lib/ticketing/admissions.ts";
import { getEvent, getEventDate } from "#lib/ticketing/events.ts";
import type { Admission } from "#lib/ticketing/model/admission.ts";
import type { DateOnTicket, Event } from "#lib/ticketing/model/event.ts";
import { getSale } from "#lib/ticketing/sales.ts";
import { type Cancelled, cancelledPart } from "./tickets.ts";

/** A ticket, and the key of its Sale, which the service requires. */
export type TicketOfSale = { readonly saleKey: string; readonly admission: Admission };

/** Returns one ticket of the paid Sales of this link; `undefined` for a ticket of any other sale. */
export async function ticketOfLink(link: string, admissionId: number): Promise<TicketOfSale | undefined> {
  const keys = await openSaleLink(link);
  const sales = await Promise.all((keys ?? []).map(getSale));
  const sale = sales.find((one) => one?.status === "CONFIRMED" && one.admissionIds.includes(admissionId));
  const admission = sale && (await getAdmission(sale.key, admissionId));
  if (sale === undefined || admission === undefined) return undefined;
  const event = await getEvent(sale.eventId);
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
  const { eventId, eventDateId } = admission;
  const [event, shown] = await Promise.all([
    eventId === undefined ? undefined : getEvent(eventId),
    eventDateId === undefined ? undefined : getEventDate(eventDateId),
  ]);
  const eventDate = shown ?? admission.eventDate;
  if (hasLinkEnded(event, [eventDate], Date.now())) return undefined;
  return { saleKey: opened.saleKey, admission, event, eventDate, cancelled: cancelledPart(event, eventDate) };
});
