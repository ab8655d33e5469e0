import "server-only";

import { z } from "zod";
import type { PromoterCredential } from "#lib/ticketing/client/credential.ts";
import { CredentialRefused, TicketingFault } from "#lib/ticketing/client/fault.ts";
import { pathTo } from "#lib/ticketing/client/paths.ts";
import { request, send, writeLimitMs } from "#lib/ticketing/client/request.ts";
import {
  absent,
  id,
  ifReadable,
  instant,
  optional,
  readable,
  ref,
  withoutUndefined,
} from "#lib/ticketing/wire/shapes.ts";

/** The name of the tokens that the storefront makes at a sign-in. */
export const SESSION_NAME = "Foyer, promoter pages";

/**
 * Returns who has this credential; `undefined` when it is not valid. Throws CredentialRefused where the password is, and a code must be
 * entered too.
 */
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
    if (fault instanceof CredentialRefused && !fault.asksForCode) return undefined;
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
    /** Extension. */
    secondFactor: ifReadable(z.enum(["ON", "OFF"])),
  })
  .transform(({ account, ...login }) =>
    withoutUndefined({ ...login, account: account && { id: account.id, name: account.name } }),
  );

/** A user of an Account, and what they may do where the service says it. */
export type Login = Readonly<z.output<typeof login>>;

/** An access token, as a credential. */
type UserToken = { readonly id: string; readonly credential: PromoterCredential };

export type NewToken = {
  readonly expiresAt: Date;
  /** Without them the token has at each moment what its user has. */
  readonly scopes?: readonly string[];
  /** Of an authenticator app, or a backup code. */
  readonly code?: string;
  /** What the service gave this browser for a code entered before. */
  readonly device?: string;
  readonly rememberDevice?: boolean;
};

export type TokenAnswer =
  | { readonly result: "made"; readonly token: UserToken; readonly device?: string }
  /** The challenge stands for the password in the call that has the code, for five minutes. */
  | { readonly result: "code_needed"; readonly challenge: string }
  | { readonly result: "code_wrong" | "code_used" }
  | { readonly result: "scopes_refused" }
  /** The service has no access tokens. */
  | { readonly result: "no_tokens" };

const token = z
  .object({
    id,
    name: optional(z.string(), ""),
    /** Absent: all that the user may do. */
    scopes: ifReadable(z.array(z.string())),
    created: instant,
    expiresAt: instant,
    isSession: ifReadable(z.boolean()),
  })
  // A service that does not tell sessions from programs gives back the name that a session was made with.
  .transform(({ isSession, ...one }) => ({
    ...withoutUndefined(one),
    isSession: isSession ?? one.name === SESSION_NAME,
  }));

/** A live access token, of a session or of a program. */
export type Token = z.output<typeof token>;

export const tokenList = z.object({ tokens: readable(token) }).transform(({ tokens }) => tokens);

const made = z.object({
  id: z.union([z.string(), z.number()]).transform(String),
  token: z.string().min(1),
  device: absent(z.string().min(1)),
});

const codeNeeded = z.object({
  errors: z.tuple(
    [z.object({ code: z.literal("SECOND_FACTOR_REQUIRED"), reason: optional(z.string(), "") })],
    z.unknown(),
  ),
  challenge: absent(z.string().min(1)),
});

/** The statuses of a service that refuses a scope that the user does not have, or requires scopes. */
const SCOPES_REFUSED: ReadonlySet<number> = new Set([400, 403]);

/** The statuses of a service without access tokens: no such path, or no POST to it. */
const NO_TOKENS: ReadonlySet<number> = new Set([404, 405, 501]);

/** Makes an access token for a session of the promoters' pages. Throws TicketingFault for any other failure. */
export async function createUserToken(owner: PromoterCredential, wanted: NewToken): Promise<TokenAnswer> {
  const body = { ...wanted, expiresAt: wanted.expiresAt.toISOString(), name: SESSION_NAME };
  const answer = await send({ name: "createUserToken", method: "POST", path: "/user/token", body, as: owner });
  if (NO_TOKENS.has(answer.status)) return { result: "no_tokens" };
  const refused = answer.status === 403 ? codeNeeded.safeParse(answer.body).data : undefined;
  if (refused !== undefined) {
    const { reason } = refused.errors[0];
    if (reason === "code_wrong" || reason === "code_used") return { result: reason };
    if (refused.challenge !== undefined) return { result: "code_needed", challenge: refused.challenge };
  }
  if (refused === undefined && SCOPES_REFUSED.has(answer.status)) return { result: "scopes_refused" };
  const { data } = made.safeParse(answer.body);
  if (answer.status >= 300 || data === undefined)
    throw new TicketingFault(`createUserToken failed with ${answer.status}.`);
  const { id, token, device } = data;
  return {
    result: "made",
    token: { id, credential: owner.withToken(token) },
    ...(device !== undefined && { device }),
  };
}

/** Deletes a token, authorised by the token itself. A token that no longer exists is not a fault. */
export async function deleteUserToken({ id, credential }: UserToken): Promise<void> {
  const path = pathTo`/user/token/${id}`;
  if (path === undefined) return;
  const { status } = await send({ name: "deleteUserToken", method: "DELETE", path, as: credential });
  if (status >= 300 && status !== 404) throw new TicketingFault(`deleteUserToken failed with ${status}.`);
}
