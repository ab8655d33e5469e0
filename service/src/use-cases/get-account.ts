import type { Caller } from "#src/domain/caller.ts";
import { type Account, findAccount } from "#src/store/accounts.ts";
import type { World } from "#src/world.ts";

/** The caller's own account; any other does not exist for it. */
export async function getAccount({ db }: World, caller: Caller, id: number): Promise<Account | undefined> {
  return id === caller.account.id ? findAccount(db, id) : undefined;
}
