import "server-only";

import { z } from "zod";
import type { Credential } from "#lib/ticketing/client/credential.ts";
import { CredentialRefused } from "#lib/ticketing/client/fault.ts";
import { pathTo } from "#lib/ticketing/client/paths.ts";
import { request } from "#lib/ticketing/client/request.ts";
import { eventSummaries } from "#lib/ticketing/events.ts";
import type { EventSummary } from "#lib/ticketing/model/event.ts";
import { absent, id, optional, ref, withoutUndefined } from "#lib/ticketing/wire/shapes.ts";

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
  const call = { name: "listAccountEvents", method: "GET", path, answer: eventSummaries, as: credential } as const;
  return (await request(call)) ?? [];
}

export const promoter = z
  .object({
    id: absent(id),
    name: optional(z.string(), ""),
    email: optional(z.string(), ""),
    account: absent(ref),
  })
  .transform(({ account, ...promoter }) =>
    withoutUndefined({ ...promoter, account: account && { id: account.id, name: account.name } }),
  );

/** A person who has signed in for an Account. */
export type Promoter = Readonly<z.output<typeof promoter>>;
