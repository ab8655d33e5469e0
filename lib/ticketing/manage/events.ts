import "server-only";

import { z } from "zod";
import type { PromoterCredential } from "#lib/ticketing/client/credential.ts";
import { TicketingFault } from "#lib/ticketing/client/fault.ts";
import { pathTo } from "#lib/ticketing/client/paths.ts";
import { request, send } from "#lib/ticketing/client/request.ts";
import type { EventSummary } from "#lib/ticketing/model/event.ts";
import { readsOfPage } from "#lib/ticketing/one-by-one/kept-reads.ts";
import { listEvents } from "#lib/ticketing/one-by-one/listed-events.ts";
import { count, ifReadable, withoutUndefined } from "#lib/ticketing/wire/shapes.ts";

/** Returns the events of the Account that this promoter may see. */
export async function listAccountEvents(as: PromoterCredential): Promise<readonly EventSummary[]> {
  const { events } = await listEvents(readsOfPage(), {
    summaries: { name: "listAccountEvents", as },
    ids: { name: "listAccountEventIds", as },
    event: { name: "getAccountEvent", as },
  });
  return events;
}

/** Switches the waiting room of an event on or off. Returns whether the service did it: the promoter may not manage events. */
export async function changeWaitingRoom(as: PromoterCredential, eventId: number, isOn: boolean): Promise<boolean> {
  const path = pathTo`/event/${eventId}`;
  if (path === undefined) return false;
  const body = { waitingRoom: isOn };
  const { status } = await send({ name: "changeWaitingRoom", method: "PUT", path, body, as });
  if (status >= 500) throw new TicketingFault(`changeWaitingRoom failed with ${status}.`);
  return status < 300;
}

/** Returns how many tickets of a date are sold, for a promoter who manages the account, and how many are left. */
export async function getDateTickets(as: PromoterCredential, eventDateId: number): Promise<DateTickets | undefined> {
  const path = pathTo`/eventDate/${eventDateId}`;
  return request({ name: "getDateTickets", method: "GET", path, answer: dateTickets, as });
}

export const dateTickets = z
  .object({ ticketsSold: ifReadable(count), ticketsAvailable: ifReadable(count) })
  .transform(({ ticketsSold: sold, ticketsAvailable: left }) => withoutUndefined({ sold, left }));

export type DateTickets = Readonly<z.output<typeof dateTickets>>;
