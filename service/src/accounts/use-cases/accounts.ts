import {
  type Account,
  type AccountChange,
  changeAccount as change,
  findAccount,
  findAccountByShortName,
  insertAccount,
  type NewAccount,
} from "#src/accounts/store/accounts.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import { type ChangeRefusal, refused } from "#src/platform/domain/change-refusal.ts";
import type { Outcome } from "#src/platform/domain/outcome.ts";
import type { World } from "#src/platform/world.ts";

/** The caller's own account; any other does not exist for it. */
export async function getAccount({ db }: World, caller: Caller, id: number): Promise<Account | undefined> {
  return id === caller.account.id ? findAccount(db, id) : undefined;
}

/** Changes what is named. Short name and currency stay: addresses and prices were made from them. */
export async function changeAccount(
  world: World,
  caller: Caller,
  id: number,
  asked: AccountChange,
): Promise<Outcome<object, ChangeRefusal>> {
  if (id !== caller.account.id) return refused("no_such_thing", "id");
  await change(world.db, id, asked);
  // Whoever is signed in carries the account's name.
  for (const tell of world.userChanges) tell();
  return { ok: true };
}

/** Opens an account, or finds the one that was opened under this short name. Only setup does this. */
export async function openAccount(
  { db }: World,
  account: NewAccount,
): Promise<{ readonly account: Account; readonly isNew: boolean }> {
  return db.transaction(async (tx) => {
    const known = await findAccountByShortName(tx, account.shortName);
    if (known) return { account: known, isNew: false };
    const made = await findAccount(tx, await insertAccount(tx, account));
    if (made === undefined) throw new Error("The account that was opened has gone.");
    return { account: made, isNew: true };
  });
}
