import "server-only";

import { liveOffering } from "#lib/catalogue/availability.ts";
import { undefinedOnFault } from "#lib/ticketing/client/fault.ts";
import type { Cart } from "#lib/ticketing/model/cart.ts";
import type { Offering } from "#lib/ticketing/model/offering.ts";
import { getOffering } from "#lib/ticketing/offerings.ts";

/** Returns the codes of a Cart as one text. */
export function codesOf({ codes }: Pick<Cart, "codes">): string {
  return codes.map(({ code }) => code).join(" ");
}

/**
 * Returns what an event has on sale, at most a second ago, with what these codes reveal; `undefined` where the service does not say.
 */
export function offeringNow(eventId: number, codes: string): Promise<Offering | undefined> {
  return undefinedOnFault(codes === "" ? liveOffering(eventId) : getOffering(eventId, { revealCodes: codes }));
}

/**
 * Returns what an event has on sale at this moment, for tickets that are reserved at the prices which are said now. Throws
 * TicketingFault where the service gives no answer: then nothing is reserved. `undefined`: the service does not say.
 */
export function freshOffering(eventId: number, codes: string): Promise<Offering | undefined> {
  return getOffering(eventId, { revealCodes: codes });
}
