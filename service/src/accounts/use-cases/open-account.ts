import {
  type Account,
  findAccount,
  findAccountByShortName,
  insertAccount,
  type NewAccount,
} from "#src/accounts/store/accounts.ts";
import type { World } from "#src/platform/world.ts";

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
