import { hash, randomBytes } from "node:crypto";
import { type AccessToken, writeAccessToken } from "#src/accounts/domain/access-token.ts";
import { deleteToken, insertToken, listLiveTokens } from "#src/accounts/store/access-tokens.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import type { Outcome } from "#src/platform/domain/outcome.ts";
import type { Page } from "#src/platform/domain/page.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { readClock } from "#src/platform/store/db.ts";

const TOKEN_BYTES = 32;
/** The maximum number of live tokens of one user. Each sign-in of a storefront uses one. */
const LIVE_MAX = 500;
const LIFE_MAX_DAYS = 366;
const DAY_MS = 24 * 60 * 60_000;

type NewAccessToken = Pick<AccessToken, "name" | "scopes" | "expiresAt">;

export type TokenRefusal =
  | { readonly refusal: "scope_not_allowed"; readonly at: number }
  | { readonly refusal: "end_out_of_range" | "too_many_tokens" };

/** Returns the hash under which a token is stored. 256 random bits cannot be guessed, so a fast hash is as safe as a slow one. */
export function hashToken(token: string): string {
  return hash("sha256", token, "base64url");
}

/** Creates a token for the caller. A token made with a token has no more scopes, expires no later, and is revoked with it. */
export async function createToken(
  { db }: Runtime,
  caller: Caller,
  { name, scopes, expiresAt }: NewAccessToken,
): Promise<Outcome<{ readonly id: number; readonly token: string }, TokenRefusal>> {
  const at = scopes.findIndex((scope) => !caller.capabilities.has(scope));
  if (at >= 0) return { ok: false, refusal: "scope_not_allowed", at };
  const now = (await readClock(db)).getTime();
  const endsBy = Math.min(now + LIFE_MAX_DAYS * DAY_MS, caller.token?.expiresAt.getTime() ?? Number.POSITIVE_INFINITY);
  if (expiresAt.getTime() <= now || expiresAt.getTime() > endsBy) return { ok: false, refusal: "end_out_of_range" };

  const token = writeAccessToken(randomBytes(TOKEN_BYTES));
  const made = {
    name,
    scopes: [...new Set(scopes)],
    expiresAt,
    tokenHash: hashToken(token),
    parentId: caller.token?.id,
    userId: caller.id,
    passwordVersion: caller.passwordVersion,
  };
  const id = await insertToken(db, made, LIVE_MAX);
  return id === undefined ? { ok: false, refusal: "too_many_tokens" } : { ok: true, id, token };
}

export function listTokens({ db }: Runtime, caller: Caller, page: Page): ReturnType<typeof listLiveTokens> {
  return listLiveTokens(db, caller.id, page);
}

/** Revokes one of the caller's tokens, and those made with it, from the next call on. */
export async function revokeToken(runtime: Runtime, caller: Caller, id: number): Promise<boolean> {
  const isRevoked = await deleteToken(runtime.db, caller.id, id);
  if (isRevoked) for (const listener of runtime.userChangeListeners) listener();
  return isRevoked;
}
