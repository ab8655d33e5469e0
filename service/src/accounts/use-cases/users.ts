import { isFitPassword } from "#src/accounts/domain/password-rule.ts";
import {
  changePerson,
  countOtherManagers,
  findPerson,
  isUsernameTaken,
  listPeople,
  lockPeople,
  type Person,
  type PersonChange,
} from "#src/accounts/store/people.ts";
import { findUser, insertUser, type NewUser } from "#src/accounts/store/users.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import { type ChangeRefusal, refused } from "#src/platform/domain/change-refusal.ts";
import type { Outcome } from "#src/platform/domain/outcome.ts";
import type { Page } from "#src/platform/domain/page.ts";
import { isTaken } from "#src/platform/store/faults.ts";
import type { World } from "#src/platform/world.ts";
import { hashPassword, isPassword } from "./password.ts";

/** Oneself, or a colleague for those who manage the account: a telephone number is nobody else's business. */
export async function getUser({ db }: World, caller: Caller, id: number): Promise<Person | undefined> {
  const maySee = id === caller.id || caller.capabilities.has("MANAGE");
  return maySee ? findPerson(db, caller.account.id, id) : undefined;
}

export function listUsers({ db }: World, caller: Caller, page: Page): ReturnType<typeof listPeople> {
  return listPeople(db, caller.account.id, page);
}

/**
 * Creates a user, or finds the one of this name, who keeps the password that they have. `hasPassword` says whether it
 * is this one: setup runs again and again, and somebody may have changed it since.
 */
export async function createUser(
  { db }: World,
  user: NewUser,
  password: string,
): Promise<{ readonly caller: Caller; readonly hasPassword: boolean }> {
  const known = await findUser(db, user.username);
  if (known) return { caller: known.caller, hasPassword: await isPassword(password, known.passwordHash) };
  await insertUser(db, { ...user, passwordHash: await hashPassword(password) });
  const made = await findUser(db, user.username);
  if (made === undefined) throw new Error(`The user ${user.username} has gone.`);
  return { caller: made.caller, hasPassword: true };
}

export type UserChange = PersonChange & {
  readonly password?: string | undefined;
  /** Whoever sets their own password proves that they know it: a screen left open is not enough. */
  readonly currentPassword?: string | undefined;
};

/** A colleague, in the account of whoever adds them. */
export async function addUser(
  { db }: World,
  caller: Caller,
  user: UserChange & { readonly username: string; readonly password: string },
): Promise<Outcome<{ readonly id: number }, ChangeRefusal>> {
  const { username, password, firstName = "", lastName = "", email = "" } = user;
  if (!isFitPassword(password, username)) return refused("password_unfit", "password");
  if (await isUsernameTaken(db, username)) return refused("username_taken", "username");
  const passwordHash = await hashPassword(password);
  const named = { username, firstName, lastName, email, accountId: caller.account.id, capabilities: [] };
  try {
    return await db.transaction(async (tx) => {
      const id = await insertUser(tx, { ...named, passwordHash });
      await changePerson(tx, id, user);
      return { ok: true, id };
    });
  } catch (error) {
    // Somebody else took the name since we looked.
    if (["account_user_username_key", "account_user_username_folded_key"].some((key) => isTaken(error, key))) {
      return refused("username_taken", "username");
    }
    throw error;
  }
}

/** Changes what is named. Nobody takes their own rights, and the account always keeps one who may manage it. */
export async function changeUser(
  world: World,
  caller: Caller,
  id: number,
  { password, currentPassword = "", ...change }: UserChange,
): Promise<Outcome<object, ChangeRefusal>> {
  const person = await findPerson(world.db, caller.account.id, id);
  if (person === undefined) return refused("no_such_thing", "id");
  if (password !== undefined && !isFitPassword(password, person.username)) return refused("password_unfit", "password");
  if (password !== undefined && id === caller.id) {
    const known = await findUser(world.db, person.username);
    if (!known || !(await isPassword(currentPassword, known.passwordHash))) {
      return refused("password_wrong", "currentPassword");
    }
  }
  // The slow part, before anybody is kept waiting for it.
  const passwordHash = password === undefined ? undefined : await hashPassword(password);

  const changed = await world.db.transaction(async (tx) => {
    await lockPeople(tx, caller.account.id);
    const was = await findPerson(tx, caller.account.id, id);
    if (was === undefined) return refused("no_such_thing", "id");
    const path = losesManager(was, change);
    if (path !== undefined) {
      if (id === caller.id) return refused("own_rights", path);
      if ((await countOtherManagers(tx, caller.account.id, id)) === 0) return refused("last_manager", path);
    }
    await changePerson(tx, id, { ...change, passwordHash });
    return { ok: true as const };
  });
  if (changed.ok) for (const tell of world.userChanges) tell();
  return changed;
}

/** Which field of the change makes a manager into none, if one does. */
function losesManager({ capabilities, disabled }: Person, change: PersonChange): "disabled" | "mayManage" | undefined {
  if (disabled || !capabilities.includes("MANAGE")) return undefined;
  if (change.disabled === true) return "disabled";
  return change.mayManage === false ? "mayManage" : undefined;
}
