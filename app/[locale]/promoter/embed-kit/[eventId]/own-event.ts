import "server-only";

import type { SignedIn } from "#lib/promoter/sign-in/promoter-token.ts";
import { listAccountEvents } from "#lib/ticketing/manage/events.ts";
import type { EventSummary } from "#lib/ticketing/model/event.ts";
import type { Offering } from "#lib/ticketing/model/offering.ts";
import { getOffering } from "#lib/ticketing/offerings.ts";

export type OwnEvent = {
  readonly event: EventSummary;
  /** What buyers will see, read as the shop, with the tickets that the link's codes reveal; `undefined` while the public cannot buy it. */
  readonly offering: Offering | undefined;
};

/** Returns an event of the promoter's account; `undefined` for any other. */
export async function ownEvent(signedIn: SignedIn, eventId: string, codes?: string): Promise<OwnEvent | undefined> {
  if (!/^[1-9]\d{0,14}$/.test(eventId)) return undefined;
  const events = await listAccountEvents(signedIn.credential);
  const event = events.find(({ id }) => id === Number(eventId));
  if (event === undefined) return undefined;
  return { event, offering: await getOffering(event.id, { revealCodes: codes }) };
}
