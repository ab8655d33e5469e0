import "server-only";

import type { Offering } from "#lib/domain/offering.ts";
import { pathTo } from "#lib/ticketing/paths.ts";
import { request } from "#lib/ticketing/request.ts";
import { offering } from "#lib/ticketing/wire/offering.ts";

/** What the public may buy of an Event, what is sold out included, so that it can be said. */
export async function getOffering(eventId: number): Promise<Offering | undefined> {
  const path = pathTo`/offering/${eventId}/PUBLIC?showSoldOut=true`;
  return path && request({ name: "getOffering", method: "GET", path, answer: offering });
}
