import "server-only";

import type { EventDate } from "#lib/domain/catalogue/event-date.ts";
import { pathTo } from "#lib/ticketing/client/paths.ts";
import { request } from "#lib/ticketing/client/request.ts";
import { eventDate } from "#lib/ticketing/wire/catalogue/catalogue.ts";

export async function getEventDate(eventDateId: number): Promise<EventDate | undefined> {
  const path = pathTo`/eventDate/${eventDateId}`;
  return path && request({ name: "getEventDate", method: "GET", path, answer: eventDate });
}
