import "server-only";

import { cache } from "react";
import { hasLinkEnded } from "#lib/orders/link-end.ts";
import { openGuestLink } from "#lib/session/links/guest-link.ts";
import { getAdmission } from "#lib/ticketing/admissions.ts";
import { getEventDate } from "#lib/ticketing/event-dates.ts";
import { getEvent } from "#lib/ticketing/events.ts";
import type { Event } from "#lib/ticketing/model/event.ts";
import type { DateOnTicket } from "#lib/ticketing/model/event-date.ts";
import type { TicketOfSale } from "./ticket-of-link.ts";
import { type Cancelled, cancelledPart } from "./tickets.ts";

export type GuestTicket = TicketOfSale & {
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
