import "server-only";

import { pathTo } from "#lib/ticketing/client/paths.ts";
import { request } from "#lib/ticketing/client/request.ts";
import type { EventDate } from "#lib/ticketing/model/event-date.ts";
import { eventDate } from "#lib/ticketing/wire/catalogue/catalogue.ts";

export async function getEventDate(eventDateId: number): Promise<EventDate | undefined> {
  const path = pathTo`/eventDate/${eventDateId}`;
  return path && request({ name: "getEventDate", method: "GET", path, answer: eventDate });
}
