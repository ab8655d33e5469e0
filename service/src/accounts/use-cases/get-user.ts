import { findPerson, listPeople, type Person } from "#src/accounts/store/people.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import type { Page } from "#src/platform/domain/page.ts";
import type { World } from "#src/platform/world.ts";

/** Oneself, or a colleague for those who manage the account: a telephone number is nobody else's business. */
export async function getUser({ db }: World, caller: Caller, id: number): Promise<Person | undefined> {
  const maySee = id === caller.id || caller.capabilities.has("MANAGE");
  return maySee ? findPerson(db, caller.account.id, id) : undefined;
}

export function listUsers({ db }: World, caller: Caller, page: Page): ReturnType<typeof listPeople> {
  return listPeople(db, caller.account.id, page);
}
