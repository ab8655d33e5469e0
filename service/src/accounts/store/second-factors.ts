import type { Db } from "#src/platform/store/db.ts";

type SecondFactor = { readonly secret: string; readonly isOn: boolean };

/** A condition on `account_user`. */
export const HAS_SECOND_FACTOR = "EXISTS (SELECT 1 FROM second_factor WHERE user_id = account_user.id AND is_on)";

export async function findSecondFactor(db: Db, userId: number): Promise<SecondFactor | undefined> {
  const [row] = await db.query<SecondFactor>(`SELECT secret, is_on AS "isOn" FROM second_factor WHERE user_id = $1`, [
    userId,
  ]);
  return row;
}

/** Writes one that is not on yet, in place of another that was not. Returns false when the user has one that is on. */
export async function writeSecondFactor(
  db: Db,
  userId: number,
  { secret, backupCodes }: { readonly secret: string; readonly backupCodes: readonly string[] },
): Promise<boolean> {
  const rows = await db.query(
    `INSERT INTO second_factor (user_id, secret, backup_codes) VALUES ($1, $2, $3)
     ON CONFLICT (user_id) DO UPDATE SET secret = excluded.secret, backup_codes = excluded.backup_codes
       WHERE NOT second_factor.is_on
     RETURNING user_id`,
    [userId, secret, backupCodes],
  );
  return rows.length === 1;
}

/** Turns on the one with this secret. Returns false when it is on already, or another has taken its place. */
export async function turnOnSecondFactor(db: Db, userId: number, secret: string, step: number): Promise<boolean> {
  const rows = await db.query(
    `UPDATE second_factor SET is_on = true, last_step = $3 WHERE user_id = $1 AND secret = $2 AND NOT is_on
     RETURNING user_id`,
    [userId, secret, step],
  );
  return rows.length === 1;
}

/** Uses up the code of this time step and all before it. Returns false when that was done already. */
export async function takeStep(db: Db, userId: number, step: number): Promise<boolean> {
  const rows = await db.query(
    `UPDATE second_factor SET last_step = $2 WHERE user_id = $1 AND is_on AND last_step < $2 RETURNING user_id`,
    [userId, step],
  );
  return rows.length === 1;
}

/** Uses up a backup code. */
export async function takeBackupCode(db: Db, userId: number, codeHash: string): Promise<"taken" | "used" | "unknown"> {
  const taken = await db.query(
    `UPDATE second_factor
        SET backup_codes = array_remove(backup_codes, $2), used_backup_codes = used_backup_codes || $2
      WHERE user_id = $1 AND is_on AND $2 = ANY (backup_codes) RETURNING user_id`,
    [userId, codeHash],
  );
  if (taken.length === 1) return "taken";
  const used = await db.query(`SELECT 1 FROM second_factor WHERE user_id = $1 AND $2 = ANY (used_backup_codes)`, [
    userId,
    codeHash,
  ]);
  return used.length === 1 ? "used" : "unknown";
}

/** Deletes a user's second factor. Returns whether it was on. */
export async function deleteSecondFactor(db: Db, userId: number): Promise<boolean> {
  const [row] = await db.query<{ is_on: boolean }>(`DELETE FROM second_factor WHERE user_id = $1 RETURNING is_on`, [
    userId,
  ]);
  return row?.is_on ?? false;
}
