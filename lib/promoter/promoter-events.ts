import "server-only";

import { CredentialRefused } from "#lib/ticketing/client/fault.ts";
import type { EventSummary } from "#lib/ticketing/model/event.ts";
import { listAccountEvents } from "#lib/ticketing/promoters.ts";
import type { SignedIn } from "./promoter-token.ts";

/**
 * Returns the events of the promoter's Account. Returns `signed_out` when their password was changed since they signed
 * in.
 */
export async function eventsOf({
  promoter,
  credential,
}: Pick<SignedIn, "promoter" | "credential">): Promise<readonly EventSummary[] | "signed_out"> {
  if (promoter.account === undefined) return [];
  return listAccountEvents(credential, promoter.account.id).catch((fault: unknown) => {
    if (fault instanceof CredentialRefused) return "signed_out";
    throw fault;
  });
}
