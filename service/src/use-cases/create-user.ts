import type { Caller } from "#src/domain/caller.ts";
import { changePassword, findUser, insertUser, type NewUser } from "#src/store/users.ts";
import type { World } from "#src/world.ts";
import { hashPassword } from "./password.ts";

/** Makes a user, or gives the one with this name the password: setup runs again and again. */
export async function createUser({ db }: World, user: NewUser, password: string): Promise<Caller> {
  const passwordHash = await hashPassword(password);
  return db.transaction(async (tx) => {
    const known = await findUser(tx, user.username);
    if (known) await changePassword(tx, user.username, passwordHash);
    else await insertUser(tx, { ...user, passwordHash });
    const made = await findUser(tx, user.username);
    if (made === undefined) throw new Error("The user is there but disabled.");
    return made.caller;
  });
}
