import { type Account, findAccountByShortName, insertAccount } from "#src/store/accounts.ts";
import type { World } from "#src/world.ts";

/** Opens an account, or finds the one that was opened under this short name. Only setup does this. */
export async function openAccount(
  { db }: World,
  account: Omit<Account, "id">,
): Promise<{ readonly account: Account; readonly isNew: boolean }> {
  return db.transaction(async (tx) => {
    const known = await findAccountByShortName(tx, account.shortName);
    if (known) return { account: known, isNew: false };
    return { account: { ...account, id: await insertAccount(tx, account) }, isNew: true };
  });
}
