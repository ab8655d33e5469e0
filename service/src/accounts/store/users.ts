import type { Caller, Capability } from "#src/platform/domain/caller.ts";
import type { Page } from "#src/platform/domain/page.ts";
import type { Db } from "#src/platform/store/db.ts";
import { changeRow, insertedId, readPage } from "#src/platform/store/rows.ts";

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

function capabilitiesOf(row: Pick<UserRow, "sell_capabilities" | "may_scan" | "may_manage">): readonly Capability[] {
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

/** A user as other users of the account see them, without the password. */
export type Person = {
  readonly id: number;
  readonly username: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly mobilePhone: string;
  readonly capabilities: readonly Capability[];
  readonly disabled: boolean;
};

type PersonRow = Omit<Person, "capabilities"> & {
  readonly sell_capabilities: readonly Capability[];
  readonly may_scan: boolean;
  readonly may_manage: boolean;
};

/** Returns a user of this account, or `undefined` when the account has none with this id. */
export async function findPerson(db: Db, accountId: number, id: number): Promise<Person | undefined> {
  const [row] = await db.query<PersonRow>(
    `SELECT id, username, first_name AS "firstName", last_name AS "lastName", email, mobile_phone AS "mobilePhone",
            sell_capabilities, may_scan, may_manage, disabled
       FROM account_user WHERE id = $1 AND account_id = $2`,
    [id, accountId],
  );
  if (row === undefined) return undefined;
  const { sell_capabilities, may_scan, may_manage, ...person } = row;
  return { ...person, capabilities: capabilitiesOf({ sell_capabilities, may_scan, may_manage }) };
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

export type PersonChange = {
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly email?: string | undefined;
  readonly mobilePhone?: string | undefined;
  readonly sells?: readonly ("PUBLIC" | "BOX_OFFICE")[] | undefined;
  readonly mayScan?: boolean | undefined;
  readonly mayManage?: boolean | undefined;
  readonly disabled?: boolean | undefined;
};

export async function changePerson(
  db: Db,
  id: number,
  change: PersonChange & { readonly passwordHash?: string | undefined },
): Promise<void> {
  await changeRow(db, "account_user", id, {
    first_name: change.firstName,
    last_name: change.lastName,
    email: change.email,
    mobile_phone: change.mobilePhone,
    sell_capabilities: change.sells,
    may_scan: change.mayScan,
    may_manage: change.mayManage,
    disabled: change.disabled,
    password_hash: change.passwordHash,
  });
}
