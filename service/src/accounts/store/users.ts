import type { Caller, Capability } from "#src/platform/domain/caller.ts";
import type { Db } from "#src/platform/store/db.ts";
import { insertedId } from "#src/platform/store/inserted-id.ts";

export type UserRow = {
  readonly id: number;
  readonly password_hash: string;
  readonly password_version: number;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly sell_capabilities: readonly Capability[];
  readonly may_scan: boolean;
  readonly may_manage: boolean;
  readonly account_id: number;
  readonly account_name: string;
  readonly currency: string;
};

export const USER_COLUMNS = `account_user.id, password_hash, account_user.password_version, first_name, last_name, email,
            sell_capabilities, may_scan, may_manage, account_id, account.name AS account_name, currency`;

/** Returns an enabled user and their password hash, or `undefined` when there is none or the user is disabled. */
export async function findUser(
  db: Db,
  username: string,
): Promise<{ readonly caller: Caller; readonly passwordHash: string } | undefined> {
  const [row] = await db.query<UserRow>(
    `SELECT ${USER_COLUMNS}
       FROM account_user JOIN account ON account.id = account_id
      WHERE username = $1 AND NOT disabled`,
    [username],
  );
  return row && { caller: toCaller(row), passwordHash: row.password_hash };
}

export function toCaller(row: UserRow): Caller {
  return {
    id: row.id,
    name: `${row.first_name} ${row.last_name}`.trim(),
    email: row.email,
    account: { id: row.account_id, name: row.account_name, currency: row.currency },
    capabilities: new Set(capabilitiesOf(row)),
    passwordVersion: row.password_version,
  };
}

export function capabilitiesOf(
  row: Pick<UserRow, "sell_capabilities" | "may_scan" | "may_manage">,
): readonly Capability[] {
  return [
    ...row.sell_capabilities,
    ...(row.may_scan ? ["SCAN" as const] : []),
    ...(row.may_manage ? ["MANAGE" as const] : []),
  ];
}

export type NewUser = {
  readonly accountId: number;
  readonly username: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly capabilities: readonly Capability[];
};

export async function insertUser(db: Db, user: NewUser & { readonly passwordHash: string }): Promise<number> {
  const [row] = await db.query<{ id: number }>(
    `INSERT INTO account_user (account_id, username, password_hash, first_name, last_name, email, sell_capabilities, may_scan, may_manage)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id`,
    [
      user.accountId,
      user.username.normalize("NFC"),
      user.passwordHash,
      user.firstName,
      user.lastName,
      user.email,
      user.capabilities.filter((one) => one === "PUBLIC" || one === "BOX_OFFICE"),
      user.capabilities.includes("SCAN"),
      user.capabilities.includes("MANAGE"),
    ],
  );
  return insertedId(row);
}
