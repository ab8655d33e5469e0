import "server-only";

import { pathTo } from "#lib/ticketing/client/paths.ts";
import { request } from "#lib/ticketing/client/request.ts";
import type { Offering } from "#lib/ticketing/model/offering.ts";
import { offering } from "#lib/ticketing/wire/catalogue/offering.ts";

type Options = {
  /** Codes, typed or from a link, separated by spaces: they reveal hidden tickets. An invalid code changes nothing. */
  readonly revealCodes?: string | undefined;
};

/** Returns what the public may buy of an Event, sold-out tickets included. */
export async function getOffering(eventId: number, { revealCodes = "" }: Options = {}): Promise<Offering | undefined> {
  const shown = pathTo`/offering/${eventId}/PUBLIC?showSoldOut=true`;
  const codes = revealCodes.trim();
  const path = shown && codes !== "" ? (`${shown}&revealCode=${encodeURIComponent(codes)}` as const) : shown;
  return path && request({ name: "getOffering", method: "GET", path, answer: offering });
}
