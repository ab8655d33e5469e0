import type { Capability } from "#src/platform/domain/caller.ts";
import type { Page } from "#src/platform/domain/page.ts";
import { changeRow } from "#src/platform/store/change-row.ts";
import type { Db } from "#src/platform/store/db.ts";
import { capabilitiesOf } from "./users.ts";

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
export async function listPeople(
  db: Db,
  accountId: number,
  { page, pageSize }: Page,
): Promise<{ readonly people: readonly { readonly id: number; readonly name: string }[]; readonly total: number }> {
  const people = await db.query<{ id: number; name: string }>(
    `SELECT id, coalesce(nullif(btrim(concat_ws(' ', first_name, last_name)), ''), username) AS name
       FROM account_user WHERE account_id = $1 ORDER BY 2, id LIMIT $2 OFFSET $3`,
    [accountId, pageSize, (page - 1) * pageSize],
  );
  const [all] = await db.query<{ total: number }>(`SELECT count(*) AS total FROM account_user WHERE account_id = $1`, [
    accountId,
  ]);
  return { people, total: all?.total ?? 0 };
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
