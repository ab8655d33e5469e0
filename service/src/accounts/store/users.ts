import type { Person } from "#src/accounts/domain/person.ts";
import { capabilitiesOf, type Rights, toRights } from "#src/accounts/domain/rights.ts";
import { type Caller, type Capability, withIncluded } from "#src/platform/domain/caller.ts";
import type { Page, Sort } from "#src/platform/domain/page.ts";
import type { Db } from "#src/platform/store/db.ts";
import { conditions, insertRow, readPage } from "#src/platform/store/rows.ts";
import { namedScanDatesSql, type ScanDatesInJson, toNamedScanDates } from "./scan-dates.ts";
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
  readonly scan_dates: Caller["scanDates"];
  readonly account_id: number;
  readonly account_name: string;
  readonly currency: string;
  readonly has_second_factor: boolean;
};

export const USER_COLUMNS = `account_user.id, password_hash, account_user.password_version, first_name, last_name, email,
            sell_capabilities, office_capabilities, may_scan, may_manage, scan_dates, account_id, account.name AS account_name, currency,
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
    scanDates: row.scan_dates,
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
  { capabilities, ...user }: NewUser & { readonly passwordHash: string; readonly scanDates?: string | null },
): Promise<number> {
  return insertRow(db, "account_user", {
    ...user,
    username: user.username.normalize("NFC"),
    ...toRights(capabilities),
  });
}

/** The SQL of a user's name: first and last name, else the user name. */
export const NAME = "coalesce(nullif(btrim(concat_ws(' ', first_name, last_name)), ''), username)";

const PERSON = `account_user.id, account_user.version, username, first_name AS "firstName", last_name AS "lastName", ${NAME} AS name,
            email, mobile_phone AS "mobilePhone", sell_capabilities AS "sellCapabilities",
            office_capabilities AS "officeCapabilities", may_scan AS "mayScan", may_manage AS "mayManage", disabled,
            ${namedScanDatesSql("account_user.scan_dates")} AS "scanDates", ${HAS_SECOND_FACTOR} AS "hasSecondFactor",
            last_active_at AS "lastActiveAt", added_at AS "createdAt", password_changed_at AS "passwordChangedAt"`;
const PEOPLE = "account_user LEFT JOIN user_activity ON user_activity.user_id = account_user.id";

type PersonRow = Omit<Person, "scanDates"> & { readonly scanDates: ScanDatesInJson };

function toPerson({ scanDates, ...row }: PersonRow): Person {
  return { ...row, scanDates: toNamedScanDates(scanDates) };
}

/** Returns a user of this account, or `undefined` when the account has none with this id. */
export async function findPerson(db: Db, accountId: number, id: number): Promise<Person | undefined> {
  const [row] = await db.query<PersonRow>(
    `SELECT ${PERSON} FROM ${PEOPLE} WHERE account_user.id = $1 AND account_id = $2`,
    [id, accountId],
  );
  return row && toPerson(row);
}

/** Returns one page of the account's users by name, and the number of users on all pages. */
export function listPeople(db: Db, accountId: number, page: Page) {
  return readPage<{ id: number; name: string }>(
    db,
    { columns: `id, ${NAME} AS name`, from: "account_user WHERE account_id = $1", order: "2, id", values: [accountId] },
    page,
  );
}

export type PersonSearch = Page & {
  readonly words: readonly string[];
  readonly sort?: Sort<"name" | "lastActive"> | undefined;
};

/** Returns one page of the users whose name, user name or email has all the words, and the number of these users on all pages. */
export async function searchPeople(db: Db, accountId: number, { words, sort = "name", ...page }: PersonSearch) {
  const where = conditions();
  where.add(`account_id = ${where.value(accountId)}`);
  for (const word of words)
    where.add(`folded(concat_ws(' ', first_name, last_name, username, email)) LIKE containing(${where.value(word)})`);
  const [by, direction] = [sort.replace("-", ""), sort.startsWith("-") ? "DESC" : "ASC"];
  const order = by === "name" ? `folded(${NAME}) ${direction}` : `last_active_at ${direction} NULLS LAST`;
  const { things, total } = await readPage<PersonRow>(
    db,
    {
      columns: PERSON,
      from: `${PEOPLE} WHERE ${where.text()}`,
      order: `${order}, account_user.id ${direction}`,
      values: where.values,
    },
    page,
  );
  return { things: things.map(toPerson), total };
}

/** Notes that a user made a call, at most once in five minutes. The shop's user makes calls all the time. */
export async function noteActivity(db: Db, userId: number): Promise<void> {
  await db.query(
    `INSERT INTO user_activity (user_id, last_active_at)
     SELECT id, now() FROM account_user WHERE id = $1 AND (may_manage OR NOT 'PUBLIC' = ANY (sell_capabilities))
     ON CONFLICT (user_id) DO UPDATE SET last_active_at = now()
       WHERE user_activity.last_active_at < now() - interval '5 minutes'`,
    [userId],
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
