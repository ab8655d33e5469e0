import { type Account, findAccount } from "#src/accounts/store/accounts.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import type { World } from "#src/platform/world.ts";

/** The caller's own account; any other does not exist for it. */
export async function getAccount({ db }: World, caller: Caller, id: number): Promise<Account | undefined> {
  return id === caller.account.id ? findAccount(db, id) : undefined;
}
