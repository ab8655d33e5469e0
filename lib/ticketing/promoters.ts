import "server-only";

import type { Credential } from "#lib/ticketing/client/credential.ts";
import { CredentialRefused } from "#lib/ticketing/client/fault.ts";
import { pathTo } from "#lib/ticketing/client/paths.ts";
import { request } from "#lib/ticketing/client/request.ts";
import type { EventSummary } from "#lib/ticketing/model/event.ts";
import type { Promoter } from "#lib/ticketing/model/promoter.ts";
import { eventSummaries } from "#lib/ticketing/wire/catalogue/catalogue.ts";
import { promoter } from "#lib/ticketing/wire/catalogue/promoter.ts";

/** Returns the promoter with this credential; `undefined` when it is not valid. */
export async function getPromoter(credential: Credential): Promise<Promoter | undefined> {
  const response = request({
    name: "getPromoter",
    method: "GET",
    path: "/user/login",
    answer: promoter,
    as: credential,
  });
  return response.catch((fault: unknown) => {
    if (fault instanceof CredentialRefused) return undefined;
    throw fault;
  });
}

/** Returns the events of an Account that this promoter may see. */
export async function listAccountEvents(credential: Credential, accountId: number): Promise<readonly EventSummary[]> {
  const path = pathTo`/account/${accountId}/eventSummaries`;
  const call = { name: "listAccountEvents", method: "GET", answer: eventSummaries, as: credential } as const;
  return (path && (await request({ ...call, path }))) || [];
}
