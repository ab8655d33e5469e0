import "server-only";

import type { EventSummary } from "#lib/domain/catalogue/event.ts";
import type { Promoter } from "#lib/domain/people/promoter.ts";
import type { Credential } from "#lib/ticketing/client/credential.ts";
import { CredentialRefused } from "#lib/ticketing/client/fault.ts";
import { pathTo } from "#lib/ticketing/client/paths.ts";
import { request } from "#lib/ticketing/client/request.ts";
import { eventSummaries } from "#lib/ticketing/wire/catalogue/catalogue.ts";
import { promoter } from "#lib/ticketing/wire/catalogue/promoter.ts";

/** Whose name and password these are; `undefined` when they are nobody's. */
export async function getPromoter(credential: Credential): Promise<Promoter | undefined> {
  const asked = request({ name: "getPromoter", method: "GET", path: "/user/login", answer: promoter, as: credential });
  return asked.catch((fault: unknown) => {
    if (fault instanceof CredentialRefused) return undefined;
    throw fault;
  });
}

/** The events of an Account, as this promoter may see them. */
export async function listAccountEvents(credential: Credential, accountId: number): Promise<readonly EventSummary[]> {
  const path = pathTo`/account/${accountId}/eventSummaries`;
  const call = { name: "listAccountEvents", method: "GET", answer: eventSummaries, as: credential } as const;
  return (path && (await request({ ...call, path }))) || [];
}
