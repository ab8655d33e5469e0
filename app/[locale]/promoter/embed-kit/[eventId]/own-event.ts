import "server-only";

import { currentPromoter } from "#lib/promoter/promoter.ts";
import { eventsOf } from "#lib/promoter/promoter-events.ts";
import type { EventSummary } from "#lib/ticketing/model/event.ts";
import type { Offering } from "#lib/ticketing/model/offering.ts";
import { getOffering } from "#lib/ticketing/offerings.ts";

export type OwnEvent = {
  readonly event: EventSummary;
  /** What buyers will see, read as the shop, with the tickets that the link's codes reveal; `undefined` while the public cannot buy it. */
  readonly offering: Offering | undefined;
};

/** Returns an event of the signed-in promoter's account; `undefined` for any other. */
export async function ownEvent(eventId: string, codes?: string): Promise<OwnEvent | "signed_out" | undefined> {
  const signedIn = await currentPromoter();
  if (signedIn === undefined) return "signed_out";
  if (!/^[1-9]\d{0,14}$/.test(eventId)) return undefined;
  const events = await eventsOf(signedIn);
  if (events === "signed_out") return events;
  const event = events.find(({ id }) => id === Number(eventId));
  if (event === undefined) return undefined;
  return { event, offering: await getOffering(event.id, { revealCodes: codes }) };
}
