import { type Account, findAccount, findAccountByShortName, type NewAccount } from "#src/accounts/store/accounts.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import { type Changed, type ChangeOf, refused } from "#src/platform/domain/outcome.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { changeRow, insertRow } from "#src/platform/store/rows.ts";

/** Returns the caller's own account, and `undefined` for any other. */
export async function getAccount({ db }: Runtime, caller: Caller, id: number): Promise<Account | undefined> {
  return id === caller.account.id ? findAccount(db, id) : undefined;
}

/** Changes the named fields. Short name and currency cannot change: addresses and prices are derived from them. */
export async function changeAccount(
  runtime: Runtime,
  caller: Caller,
  id: number,
  change: ChangeOf<Omit<Account, "id" | "shortName" | "currency">>,
): Promise<Changed> {
  if (id !== caller.account.id) return refused("no_such_thing", "id");
  await changeRow(runtime.db, caller, "account", id, change);
  // A cached caller contains the account's name.
  for (const listener of runtime.userChangeListeners) listener();
  return { ok: true };
}

/** Opens an account, or returns the one with this short name. Only setup calls this. */
export async function openAccount(
  { db }: Runtime,
  account: NewAccount,
): Promise<{ readonly account: Account; readonly isNew: boolean }> {
  return db.transaction(async (tx) => {
    const known = await findAccountByShortName(tx, account.shortName);
    if (known) return { account: known, isNew: false };
    const made = await findAccount(tx, await insertRow(tx, "account", account));
    if (made === undefined) throw new Error("The account that was just inserted was not found.");
    return { account: made, isNew: true };
  });
}
