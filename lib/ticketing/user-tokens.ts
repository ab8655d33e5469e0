import "server-only";

import { z } from "zod";
import type { Credential } from "#lib/ticketing/client/credential.ts";
import { TicketingFault } from "#lib/ticketing/client/fault.ts";
import { pathTo } from "#lib/ticketing/client/paths.ts";
import { ask } from "#lib/ticketing/client/request.ts";

/** An access token, as the credential that it makes. */
export type UserToken = { readonly id: string; readonly credential: Credential };

const userToken = z.object({ id: z.union([z.string(), z.number()]).transform(String), token: z.string().min(1) });

/** A promoter's pages list the events of the account, for whoever manages it those not yet published too. */
const SCOPES = [["MANAGE"], []] as const;

/** A service refuses a scope that the user does not have. */
const NOT_HELD: ReadonlySet<number> = new Set([400, 403]);

/** How a service answers that has no tokens: there is no such path, or nothing to post to it. */
const NO_TOKENS: ReadonlySet<number> = new Set([404, 405, 501]);

/** `undefined` where the service has no access tokens. Throws TicketingFault when it does not say either way. */
export async function createUserToken(owner: Credential, expiresAt: Date): Promise<UserToken | undefined> {
  const [manager, anybody] = SCOPES;
  const asked = await askForToken(owner, manager, expiresAt);
  const answer = NOT_HELD.has(asked.status) ? await askForToken(owner, anybody, expiresAt) : asked;
  if (NO_TOKENS.has(answer.status)) return undefined;
  const { data } = userToken.safeParse(answer.body);
  if (answer.status >= 300 || data === undefined)
    throw new TicketingFault(`createUserToken failed with ${answer.status}.`);
  return { id: data.id, credential: owner.withToken(data.token) };
}

function askForToken(owner: Credential, scopes: readonly string[], expiresAt: Date) {
  const body = JSON.stringify({ scopes, expiresAt: expiresAt.toISOString(), name: "Foyer, promoter pages" });
  return ask({ name: "createUserToken", method: "POST", path: "/user/token", body, as: owner });
}

/** Ends a token, asked for with the token itself. One that is gone already is no fault. */
export async function deleteUserToken({ id, credential }: UserToken): Promise<void> {
  const path = pathTo`/user/token/${id}`;
  if (path === undefined) return;
  const { status } = await ask({ name: "deleteUserToken", method: "DELETE", path, as: credential });
  if (status >= 300 && status !== 404) throw new TicketingFault(`deleteUserToken failed with ${status}.`);
}
