import "server-only";

import { z } from "zod";
import type { PromoterCredential } from "#lib/ticketing/client/credential.ts";
import { CredentialRefused, TicketingFault } from "#lib/ticketing/client/fault.ts";
import { pathTo } from "#lib/ticketing/client/paths.ts";
import { request, send, writeLimitMs } from "#lib/ticketing/client/request.ts";
import { absent, id, ifReadable, optional, ref, withoutUndefined } from "#lib/ticketing/wire/shapes.ts";

/** Returns who has this credential; `undefined` when it is not valid. */
export async function getPromoter(credential: PromoterCredential): Promise<Login | undefined> {
  const response = request({
    name: "getPromoter",
    method: "GET",
    path: "/user/login",
    answer: login,
    as: credential,
    // While others guess passwords, a service takes longer to check one.
    limitMs: writeLimitMs(),
  });
  return response.catch((fault: unknown) => {
    if (fault instanceof CredentialRefused) return undefined;
    throw fault;
  });
}

export const login = z
  .object({
    id: absent(id),
    name: optional(z.string(), ""),
    email: optional(z.string(), ""),
    account: absent(ref),
    /** Extension. */
    capabilities: ifReadable(z.array(z.string())),
  })
  .transform(({ account, ...login }) =>
    withoutUndefined({ ...login, account: account && { id: account.id, name: account.name } }),
  );

/** A user of an Account, and what they may do where the service says it. */
export type Login = Readonly<z.output<typeof login>>;

/** An access token, as a credential. */
type UserToken = { readonly id: string; readonly credential: PromoterCredential };

const userToken = z.object({ id: z.union([z.string(), z.number()]).transform(String), token: z.string().min(1) });

/** The statuses of a service that refuses a scope that the user does not have. */
const SCOPE_REFUSED: ReadonlySet<number> = new Set([400, 403]);

/** The statuses of a service without access tokens: no such path, or no POST to it. */
const NO_TOKENS: ReadonlySet<number> = new Set([404, 405, 501]);

/**
 * Returns a new access token with these scopes, or with none where the service refuses one of them; `undefined` where it has no
 * tokens. Throws TicketingFault for any other failure.
 */
export async function createUserToken<Scope extends string>(
  owner: PromoterCredential,
  scopes: readonly Scope[],
  expiresAt: Date,
): Promise<(UserToken & { readonly scopes: readonly Scope[] }) | undefined> {
  const answer = await requestToken(owner, scopes, expiresAt);
  if (NO_TOKENS.has(answer.status)) return undefined;
  if (SCOPE_REFUSED.has(answer.status) && scopes.length > 0) return createUserToken(owner, [], expiresAt);
  const { data } = userToken.safeParse(answer.body);
  if (answer.status >= 300 || data === undefined)
    throw new TicketingFault(`createUserToken failed with ${answer.status}.`);
  return { id: data.id, credential: owner.withToken(data.token), scopes };
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
