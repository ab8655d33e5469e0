import "server-only";

import { z } from "zod";
import type { PromoterCredential } from "#lib/ticketing/client/credential.ts";
import { CredentialRefused, TicketingFault } from "#lib/ticketing/client/fault.ts";
import { pathTo } from "#lib/ticketing/client/paths.ts";
import { request, send, writeLimitMs } from "#lib/ticketing/client/request.ts";
import { absent, id, optional, ref, withoutUndefined } from "#lib/ticketing/wire/shapes.ts";

/** Returns the promoter with this credential; `undefined` when it is not valid. */
export async function getPromoter(credential: PromoterCredential): Promise<Promoter | undefined> {
  const response = request({
    name: "getPromoter",
    method: "GET",
    path: "/user/login",
    answer: promoter,
    as: credential,
    // While others guess passwords, a service takes longer to check one.
    limitMs: writeLimitMs(),
  });
  return response.catch((fault: unknown) => {
    if (fault instanceof CredentialRefused) return undefined;
    throw fault;
  });
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

/** An access token, as a credential. */
type UserToken = { readonly id: string; readonly credential: PromoterCredential };

const userToken = z.object({ id: z.union([z.string(), z.number()]).transform(String), token: z.string().min(1) });

/** Managers of an account also see its unpublished events, which needs the scope. */
const SCOPES = [["MANAGE"], []] as const;

/** The statuses of a service that refuses a scope that the user does not have. */
const SCOPE_REFUSED: ReadonlySet<number> = new Set([400, 403]);

/** The statuses of a service without access tokens: no such path, or no POST to it. */
const NO_TOKENS: ReadonlySet<number> = new Set([404, 405, 501]);

/** Returns a new access token; `undefined` where the service has none. Throws TicketingFault for any other failure. */
export async function createUserToken(owner: PromoterCredential, expiresAt: Date): Promise<UserToken | undefined> {
  const [manager, user] = SCOPES;
  const first = await requestToken(owner, manager, expiresAt);
  const answer = SCOPE_REFUSED.has(first.status) ? await requestToken(owner, user, expiresAt) : first;
  if (NO_TOKENS.has(answer.status)) return undefined;
  const { data } = userToken.safeParse(answer.body);
  if (answer.status >= 300 || data === undefined)
    throw new TicketingFault(`createUserToken failed with ${answer.status}.`);
  return { id: data.id, credential: owner.withToken(data.token) };
}

function requestToken(owner: PromoterCredential, scopes: readonly string[], expiresAt: Date) {
  const body = { scopes, expiresAt: expiresAt.toISOString(), name: "Foyer, promoter pages" };
  return send({ name: "createUserToken", method: "POST", path: "/user/token", body, as: owner });
}

/** Deletes a token, authorised by the token itself. A token that no longer exists is not a fault. */
export async function deleteUserToken({ id, credential }: UserToken): Promise<void> {
  const path = pathTo`/user/token/${id}`;
  if (path === undefined) return;
  const { status } = await send({ name: "deleteUserToken", method: "DELETE", path, as: credential });
  if (status >= 300 && status !== 404) throw new TicketingFault(`deleteUserToken failed with ${status}.`);
}
