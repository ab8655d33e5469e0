import "server-only";

import type { Event, EventSummary } from "#lib/domain/event.ts";
import { env } from "#lib/env.ts";
import { TicketingFault } from "#lib/ticketing/fault.ts";
import { type Path, pathTo } from "#lib/ticketing/paths.ts";
import { request } from "#lib/ticketing/request.ts";
import { event, eventSummaries } from "#lib/ticketing/wire/catalogue.ts";

/** What the shop's account has published, in the service's order. */
export async function listEvents(): Promise<readonly EventSummary[]> {
  const path: Path = `/account/${env().TICKETING_ACCOUNT}/eventSummaries`;
  const events = await request({ name: "listEvents", method: "GET", path, answer: eventSummaries });
  if (events === undefined) throw new TicketingFault("listEvents found no such account.");
  return events;
}

export async function getEvent(eventId: number): Promise<Event | undefined> {
  const path = pathTo`/event/${eventId}/detailed`;
  return path && request({ name: "getEvent", method: "GET", path, answer: event });
}
