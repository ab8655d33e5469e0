import type { AccessToken } from "#src/accounts/domain/access-token.ts";
import { capabilitiesOf } from "#src/accounts/domain/rights.ts";
import { deleteToken, insertToken, listLiveTokens } from "#src/accounts/store/access-tokens.ts";
import type { Caller, Capability } from "#src/platform/domain/caller.ts";
import type { Outcome } from "#src/platform/domain/outcome.ts";
import type { Page } from "#src/platform/domain/page.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { insertChange } from "#src/platform/store/changes.ts";
import { readClock } from "#src/platform/store/db.ts";
import { hashSecret, newSecret } from "./user-secrets.ts";
import { getUser } from "./users.ts";

/** The maximum number of live tokens of one user. Each sign-in of a storefront uses one. */
const LIVE_MAX = 500;
/** The name of tokens in the log of changes. */
const KIND = "userToken";
const LIFE_MAX_DAYS = 366;
const DAY_MS = 24 * 60 * 60_000;

/** Without scopes the token has what its maker has: a user all of theirs at each moment, a token with scopes these. */
type NewAccessToken = Pick<AccessToken, "name" | "expiresAt"> & { readonly scopes?: readonly Capability[] | undefined };

export type TokenRefusal =
  | { readonly refusal: "scope_not_allowed"; readonly at: number }
  | { readonly refusal: "end_out_of_range" | "too_many_tokens" };

/** Creates a token for the caller. A token made with a token has no more scopes, expires no later, and is revoked with it. */
export async function createToken(
  { db }: Runtime,
  caller: Caller,
  { name, scopes, expiresAt }: NewAccessToken,
): Promise<Outcome<{ readonly id: number; readonly token: string }, TokenRefusal>> {
  const at = scopes?.findIndex((scope) => !caller.capabilities.has(scope)) ?? -1;
  if (at >= 0) return { ok: false, refusal: "scope_not_allowed", at };
  const now = (await readClock(db)).getTime();
  const endsBy = Math.min(now + LIFE_MAX_DAYS * DAY_MS, caller.token?.expiresAt.getTime() ?? Number.POSITIVE_INFINITY);
  if (expiresAt.getTime() <= now || expiresAt.getTime() > endsBy) return { ok: false, refusal: "end_out_of_range" };

  const token = newSecret("token");
  const limitedTo = scopes ?? caller.token?.scopes;
  const made = {
    name,
    scopes: [...new Set(limitedTo ?? caller.capabilities)],
    followsUser: limitedTo === undefined,
    expiresAt,
    tokenHash: hashSecret(token),
    parentId: caller.token?.id,
    userId: caller.id,
    passwordVersion: caller.passwordVersion,
  };
  return db.transaction(async (tx) => {
    const id = await insertToken(tx, made, LIVE_MAX);
    if (id === undefined) return { ok: false, refusal: "too_many_tokens" };
    await insertChange(tx, caller, { kind: KIND, id, name, before: {}, after: { name, scopes: limitedTo } });
    return { ok: true, id, token };
  });
}

/**
 * Returns the tokens of the caller, or of any user of the account for a caller who may manage it. `undefined`: they may see no such
 * user. Tokens that follow their user have the user's capabilities as scopes.
 */
export async function listTokens(
  runtime: Runtime,
  caller: Caller,
  userId: number,
  page: Page,
): Promise<Awaited<ReturnType<typeof listLiveTokens>> | undefined> {
  const user = await getUser(runtime, caller, userId);
  if (user === undefined) return undefined;
  const { things, total } = await listLiveTokens(runtime.db, userId, page);
  const ofUser = capabilitiesOf(user);
  return { things: things.map((one) => (one.followsUser ? { ...one, scopes: ofUser } : one)), total };
}

/** Revokes one of the caller's tokens, and those made with it, from the next call on. */
export async function revokeToken(runtime: Runtime, caller: Caller, id: number): Promise<boolean> {
  const isRevoked = await runtime.db.transaction(async (tx) => {
    const name = await deleteToken(tx, caller.id, id);
    if (name === undefined) return false;
    await insertChange(tx, caller, { kind: KIND, id, name, before: { ended: false }, after: { ended: true } });
    return true;
  });
  if (isRevoked) for (const listener of runtime.userChangeListeners) listener();
  return isRevoked;
}
