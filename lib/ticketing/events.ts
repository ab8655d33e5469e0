import "server-only";

import { env } from "#lib/env.ts";
import { isKnownMissing, recordMissing } from "#lib/ticketing/client/extension.ts";
import { TicketingFault } from "#lib/ticketing/client/fault.ts";
import { type Path, pathTo } from "#lib/ticketing/client/paths.ts";
import { request, requestWithHeaders, type WithHeaders } from "#lib/ticketing/client/request.ts";
import type { Event, EventPage, EventSummary, EventsQuery } from "#lib/ticketing/model/event.ts";
import { event, eventSummaries } from "#lib/ticketing/wire/catalogue/catalogue.ts";
import { queryOf } from "#lib/ticketing/wire/query.ts";
import { totalIn } from "#lib/ticketing/wire/shapes.ts";

/** Returns the published events of the shop's account, in the service's order, as many as the service returns. */
export async function listEvents(): Promise<readonly EventSummary[]> {
  return (await requestSummaries("")).value;
}

/**
 * Returns one page of the published events that match; `undefined` where the service has neither pages nor filters and
 * answers all events at once, as the interface has it. Then `listEvents` returns them.
 */
export async function searchEvents({ group, ...filters }: EventsQuery): Promise<EventPage | undefined> {
  if (isKnownMissing("pages of searchEvents")) return undefined;
  const { value, headers } = await requestSummaries(queryOf({ ...filters, eventGroup: group }));
  const total = totalIn(headers);
  if (total === undefined) recordMissing("pages of searchEvents");
  return total === undefined
    ? undefined
    : {
        events: value,
        total,
        isMore: headers.get("x-total-more") === "true",
        isNearly: headers.get("x-matched") === "nearly",
      };
}

async function requestSummaries(query: string): Promise<WithHeaders<readonly EventSummary[]>> {
  const path: Path = `/account/${env().TICKETING_ACCOUNT}/eventSummaries${query}`;
  const answer = await requestWithHeaders({ name: "listEvents", method: "GET", path, answer: eventSummaries });
  if (answer === undefined) throw new TicketingFault("listEvents found no such account.");
  return answer;
}

export async function getEvent(eventId: number): Promise<Event | undefined> {
  const path = pathTo`/event/${eventId}/detailed`;
  return path && request({ name: "getEvent", method: "GET", path, answer: event });
}
