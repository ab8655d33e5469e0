import { capabilitiesOf, type Rights, toRights } from "#src/accounts/domain/rights.ts";
import { type Caller, type Capability, withIncluded } from "#src/platform/domain/caller.ts";
import type { Page } from "#src/platform/domain/page.ts";
import type { Db } from "#src/platform/store/db.ts";
import { insertRow, readPage } from "#src/platform/store/rows.ts";
import { HAS_SECOND_FACTOR } from "./second-factors.ts";

export type UserRow = {
  readonly id: number;
  readonly password_hash: string;
  readonly password_version: number;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly sell_capabilities: Rights["sellCapabilities"];
  readonly office_capabilities: Rights["officeCapabilities"];
  readonly may_scan: boolean;
  readonly may_manage: boolean;
  readonly account_id: number;
  readonly account_name: string;
  readonly currency: string;
  readonly has_second_factor: boolean;
};

export const USER_COLUMNS = `account_user.id, password_hash, account_user.password_version, first_name, last_name, email,
            sell_capabilities, office_capabilities, may_scan, may_manage, account_id, account.name AS account_name, currency,
            ${HAS_SECOND_FACTOR} AS has_second_factor`;

/** Returns an enabled user and their password hash, or `undefined` when there is none or the user is disabled. */
export async function findUser(
  db: Db,
  username: string,
): Promise<{ readonly caller: Caller; readonly passwordHash: string } | undefined> {
  const [row] = await db.prepared<UserRow>(
    "find_user",
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
    capabilities: withIncluded(
      capabilitiesOf({
        sellCapabilities: row.sell_capabilities,
        officeCapabilities: row.office_capabilities,
        mayScan: row.may_scan,
        mayManage: row.may_manage,
      }),
    ),
    passwordVersion: row.password_version,
    hasSecondFactor: row.has_second_factor,
  };
}

export type NewUser = {
  readonly accountId: number;
  readonly username: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly capabilities: readonly Capability[];
};

export async function insertUser(
  db: Db,
  { capabilities, ...user }: NewUser & { readonly passwordHash: string },
): Promise<number> {
  return insertRow(db, "account_user", {
    ...user,
    username: user.username.normalize("NFC"),
    ...toRights(capabilities),
  });
}

/** A user as other users of the account see them, without the password. */
export type Person = Rights & {
  readonly id: number;
  readonly version: number;
  readonly username: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly mobilePhone: string;
  readonly disabled: boolean;
};

/** Returns a user of this account, or `undefined` when the account has none with this id. */
export async function findPerson(db: Db, accountId: number, id: number): Promise<Person | undefined> {
  const [row] = await db.query<Person>(
    `SELECT id, version, username, first_name AS "firstName", last_name AS "lastName", email,
            mobile_phone AS "mobilePhone",
            sell_capabilities AS "sellCapabilities", office_capabilities AS "officeCapabilities", may_scan AS "mayScan",
            may_manage AS "mayManage", disabled
       FROM account_user WHERE id = $1 AND account_id = $2`,
    [id, accountId],
  );
  return row;
}

/** Returns one page of the account's users by name, and the number of users on all pages. */
export function listPeople(db: Db, accountId: number, page: Page) {
  const columns = "id, coalesce(nullif(btrim(concat_ws(' ', first_name, last_name)), ''), username) AS name";
  return readPage<{ id: number; name: string }>(
    db,
    { columns, from: "account_user WHERE account_id = $1", order: "2, id", values: [accountId] },
    page,
  );
}

/** Returns whether a user of any account has this name, ignoring case. */
export async function isUsernameTaken(db: Db, username: string): Promise<boolean> {
  const rows = await db.query(`SELECT 1 FROM account_user WHERE lower(username) = lower($1) LIMIT 1`, [username]);
  return rows.length > 0;
}

/** Locks the account's users: a concurrent change waits, and then sees this one. */
export async function lockPeople(db: Db, accountId: number): Promise<void> {
  await db.query(`SELECT 1 FROM account WHERE id = $1 FOR NO KEY UPDATE`, [accountId]);
}

/** Returns the number of enabled users other than this one who may manage the account. */
export async function countOtherManagers(db: Db, accountId: number, id: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `SELECT count(*) AS count FROM account_user WHERE account_id = $1 AND id <> $2 AND may_manage AND NOT disabled`,
    [accountId, id],
  );
  return row?.count ?? 0;
}
