import "server-only";

import type { Event, EventPage, EventSummary } from "#lib/domain/catalogue/event.ts";
import { env } from "#lib/env.ts";
import { TicketingFault } from "#lib/ticketing/client/fault.ts";
import { type Path, pathTo } from "#lib/ticketing/client/paths.ts";
import { request, requestWithHeaders } from "#lib/ticketing/client/request.ts";
import { event, eventSummaries } from "#lib/ticketing/wire/catalogue/catalogue.ts";
import { queryOf } from "#lib/ticketing/wire/query.ts";
import { totalIn } from "#lib/ticketing/wire/shapes.ts";

export type EventsQuery = {
  readonly q?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly venue?: number | undefined;
  readonly tag?: string | undefined;
  readonly dateGroup?: string | undefined;
  readonly group?: number | undefined;
  readonly page?: number;
  readonly pageSize?: number;
};

/**
 * Returns the published events of the shop's account, in the service's order; without a page as many as the service
 * returns.
 */
export async function listEvents(query: EventsQuery = {}): Promise<readonly EventSummary[]> {
  return (await searchEvents(query)).events;
}

/** Returns one page of the published events that match. */
export async function searchEvents({ group, ...filters }: EventsQuery): Promise<EventPage> {
  const query = queryOf({ ...filters, eventGroup: group });
  const path: Path = `/account/${env().TICKETING_ACCOUNT}/eventSummaries${query}`;
  const answer = await requestWithHeaders({ name: "searchEvents", method: "GET", path, answer: eventSummaries });
  if (answer === undefined) throw new TicketingFault("searchEvents found no such account.");
  const total = totalIn(answer.headers);
  const { page = 1, pageSize = answer.value.length } = filters;
  // A service without pages returns all events and no count.
  const events = total === undefined ? answer.value.slice((page - 1) * pageSize, page * pageSize) : answer.value;
  return {
    ...{ events, total: total ?? answer.value.length },
    isMore: answer.headers.get("x-total-more") === "true",
    isNearly: answer.headers.get("x-matched") === "nearly",
  };
}

export async function getEvent(eventId: number): Promise<Event | undefined> {
  const path = pathTo`/event/${eventId}/detailed`;
  return path && request({ name: "getEvent", method: "GET", path, answer: event });
}
