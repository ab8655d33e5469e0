import { findUser, insertUser, type NewUser } from "#src/accounts/store/users.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import type { World } from "#src/platform/world.ts";
import { hashPassword, isPassword } from "./password.ts";

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
