import type { Caller, Capability } from "#src/domain/caller.ts";
import type { Db } from "./db.ts";

type UserRow = {
  readonly id: number;
  readonly password_hash: string;
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

/** A user who may sign in, with the hash to hold the password against. A disabled user is no user. */
export async function findUser(
  db: Db,
  username: string,
): Promise<{ readonly caller: Caller; readonly passwordHash: string } | undefined> {
  const [row] = await db.query<UserRow>(
    `SELECT account_user.id, password_hash, first_name, last_name, email, sell_capabilities, may_scan, may_manage,
            account_id, account.name AS account_name, currency
       FROM account_user JOIN account ON account.id = account_id
      WHERE username = $1 AND NOT disabled`,
    [username],
  );
  return row && { caller: toCaller(row), passwordHash: row.password_hash };
}

function toCaller(row: UserRow): Caller {
  return {
    id: row.id,
    name: `${row.first_name} ${row.last_name}`.trim(),
    email: row.email,
    account: { id: row.account_id, name: row.account_name, currency: row.currency },
    capabilities: new Set<Capability>([
      ...row.sell_capabilities,
      ...(row.may_scan ? ["SCAN" as const] : []),
      ...(row.may_manage ? ["MANAGE" as const] : []),
    ]),
  };
}
