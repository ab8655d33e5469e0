import type { Caller } from "#src/platform/domain/caller.ts";
import type { Db } from "#src/platform/store/db.ts";
import { toCaller, USER_COLUMNS, type UserRow } from "./users.ts";

type Proof = {
  readonly kind: "CHALLENGE" | "DEVICE";
  readonly secretHash: string;
  readonly lifeSeconds: number;
};

/** The most devices of a user that are remembered: the oldest go first. */
const DEVICES_MAX = 20;

/** Inserts a proof of the user's present password, and deletes those that have ended. */
export async function insertProof(
  db: Db,
  { id, passwordVersion }: Pick<Caller, "id" | "passwordVersion">,
  { kind, secretHash, lifeSeconds }: Proof,
): Promise<void> {
  await db.query(
    `DELETE FROM sign_in_proof WHERE user_id = $1 AND (expires_at <= now() OR id IN
       (SELECT id FROM sign_in_proof WHERE user_id = $1 AND kind = 'DEVICE' AND $2 = kind ORDER BY id DESC OFFSET $3))`,
    [id, kind, DEVICES_MAX - 1],
  );
  await db.query(
    `INSERT INTO sign_in_proof (user_id, kind, secret_hash, password_version, expires_at)
     VALUES ($1, $2, $3, $4, now() + make_interval(secs => $5))`,
    [id, kind, secretHash, passwordVersion, lifeSeconds],
  );
}

/** Returns the user of a live challenge with which fewer than `triesMax` codes were tried. */
export async function findUserByChallenge(
  db: Db,
  username: string,
  secretHash: string,
  triesMax: number,
): Promise<Caller | undefined> {
  const [row] = await db.query<UserRow & { readonly challenge: number }>(
    `SELECT ${USER_COLUMNS}, proof.id AS challenge
       FROM sign_in_proof proof
       JOIN account_user ON account_user.id = proof.user_id AND account_user.password_version = proof.password_version
       JOIN account ON account.id = account_id
      WHERE secret_hash = $2 AND kind = 'CHALLENGE' AND username = $1 AND NOT disabled AND tries < $3 AND expires_at > now()`,
    [username, secretHash, triesMax],
  );
  return row && { ...toCaller(row), firstFactor: { challenge: row.challenge } };
}

/** Counts a code that is tried with a challenge. Returns false when the challenge has ended. */
export async function countChallengeTry(db: Db, id: number, triesMax: number): Promise<boolean> {
  const rows = await db.query(
    `UPDATE sign_in_proof SET tries = tries + 1 WHERE id = $1 AND tries < $2 AND expires_at > now() RETURNING id`,
    [id, triesMax],
  );
  return rows.length === 1;
}

export async function deleteChallenge(db: Db, id: number): Promise<void> {
  await db.query(`DELETE FROM sign_in_proof WHERE id = $1`, [id]);
}

/** Returns whether this is the secret of a device of the user that is remembered. */
export async function isRememberedDevice(
  db: Db,
  { id, passwordVersion }: Pick<Caller, "id" | "passwordVersion">,
  secretHash: string,
): Promise<boolean> {
  const rows = await db.query(
    `SELECT 1 FROM sign_in_proof
      WHERE secret_hash = $2 AND kind = 'DEVICE' AND user_id = $1 AND password_version = $3 AND expires_at > now()`,
    [id, secretHash, passwordVersion],
  );
  return rows.length === 1;
}

/** Ends the challenges and forgets the devices of a user. Returns their number. */
export async function deleteProofs(db: Db, userId: number): Promise<number> {
  return (await db.query(`DELETE FROM sign_in_proof WHERE user_id = $1 RETURNING id`, [userId])).length;
}
