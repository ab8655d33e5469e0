import type { AccessToken } from "#src/accounts/domain/access-token.ts";
import { type Caller, type Capability, withIncluded } from "#src/platform/domain/caller.ts";
import type { Page } from "#src/platform/domain/page.ts";
import type { Db } from "#src/platform/store/db.ts";
import { readPage } from "#src/platform/store/rows.ts";
import { toCaller, USER_COLUMNS, type UserRow } from "./users.ts";

type TokenRow = UserRow & {
  readonly token_id: number;
  readonly scopes: readonly Capability[];
  readonly follows_user: boolean;
  readonly expires_at: Date;
};

/** Returns the user of a live token, with those of its capabilities that the user still has. */
export async function findUserByToken(db: Db, username: string, tokenHash: string): Promise<Caller | undefined> {
  const [row] = await db.query<TokenRow>(
    `SELECT ${USER_COLUMNS}, token.id AS token_id, scopes, follows_user, expires_at
       FROM user_token token
       JOIN account_user ON account_user.id = token.user_id AND account_user.password_version = token.password_version
       JOIN account ON account.id = account_id
      WHERE token_hash = $2 AND username = $1 AND NOT disabled AND expires_at > now()`,
    [username, tokenHash],
  );
  if (row === undefined) return undefined;
  const caller = toCaller(row);
  const token = { id: row.token_id, expiresAt: row.expires_at };
  if (row.follows_user) return { ...caller, token: { ...token, scopes: undefined } };
  const capabilities = withIncluded(row.scopes).intersection(caller.capabilities);
  return { ...caller, capabilities, token: { ...token, scopes: row.scopes } };
}

type NewToken = Omit<AccessToken, "id" | "createdAt"> & {
  readonly userId: number;
  readonly passwordVersion: number;
  readonly parentId: number | undefined;
  readonly tokenHash: string;
};

/**
 * Deletes the user's expired tokens and inserts this one. Returns its id, or `undefined` when the user has `liveMax` live
 * tokens.
 */
export async function insertToken(db: Db, token: NewToken, liveMax: number): Promise<number | undefined> {
  await db.query(`DELETE FROM user_token WHERE user_id = $1 AND expires_at <= now()`, [token.userId]);
  const [row] = await db.query<{ id: number }>(
    `INSERT INTO user_token (user_id, parent_id, name, token_hash, scopes, follows_user, password_version, expires_at)
     SELECT $1, $2, $3, $4, $5, $6, $7, $8
      WHERE (SELECT count(*) FROM user_token WHERE user_id = $1) < $9
     RETURNING id`,
    [
      token.userId,
      token.parentId ?? null,
      token.name,
      token.tokenHash,
      token.scopes,
      token.followsUser,
      token.passwordVersion,
      token.expiresAt,
      liveMax,
    ],
  );
  return row?.id;
}

/** Returns one page of a user's live tokens, the newest first, and the number of tokens on all pages. */
export function listLiveTokens(db: Db, userId: number, page: Page) {
  const columns = `token.id, name, scopes, follows_user AS "followsUser", created_at AS "createdAt", expires_at AS "expiresAt"`;
  const from = `user_token token JOIN account_user ON account_user.id = user_id
                 AND account_user.password_version = token.password_version
               WHERE user_id = $1 AND expires_at > now()`;
  return readPage<AccessToken>(db, { columns, from, order: "token.id DESC", values: [userId] }, page);
}

/** Deletes a token of this user. Returns its name, or `undefined` when the user has none with this id. */
export async function deleteToken(db: Db, userId: number, id: number): Promise<string | undefined> {
  const [row] = await db.query<{ name: string }>(
    `DELETE FROM user_token WHERE user_id = $1 AND id = $2 RETURNING name`,
    [userId, id],
  );
  return row?.name;
}

/** Deletes all tokens of a user. Returns their number. */
export async function deleteTokens(db: Db, userId: number): Promise<number> {
  return (await db.query(`DELETE FROM user_token WHERE user_id = $1 RETURNING id`, [userId])).length;
}

/** Keeps a token through a change of its user's password, which ends the others. */
export async function keepToken(tx: Db, id: number): Promise<void> {
  await tx.query(
    `UPDATE user_token SET password_version = account_user.password_version
       FROM account_user WHERE account_user.id = user_id AND user_token.id = $1`,
    [id],
  );
}
