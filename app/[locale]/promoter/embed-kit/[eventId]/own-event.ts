import "server-only";

import type { EventSummary } from "#lib/domain/event.ts";
import type { Offering } from "#lib/domain/offering.ts";
import { currentPromoter } from "#lib/session/promoter.ts";
import { getOffering } from "#lib/ticketing/offerings.ts";
import { listAccountEvents } from "#lib/ticketing/promoters.ts";

export type OwnEvent = {
  readonly event: EventSummary;
  /** With what the link's codes show; `undefined` while the public cannot buy it. */
  readonly offering: Offering | undefined;
};

/** An event of the promoter who is signed in; whose account is another one finds nothing. */
export async function ownEvent(eventId: string, codes?: string): Promise<OwnEvent | "signed_out" | undefined> {
  const signedIn = await currentPromoter();
  if (signedIn === undefined) return "signed_out";
  const { promoter, credential } = signedIn;
  if (promoter.account === undefined || !/^[1-9]\d{0,14}$/.test(eventId)) return undefined;
  const events = await listAccountEvents(credential, promoter.account.id);
  const event = events.find(({ id }) => id === Number(eventId));
  if (event === undefined) return undefined;
  return { event, offering: await getOffering(event.id, { revealCodes: codes }) };
}
