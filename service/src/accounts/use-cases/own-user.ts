import type { Person } from "#src/accounts/domain/person.ts";
import { capabilitiesOf } from "#src/accounts/domain/rights.ts";
import { findPerson, findUser } from "#src/accounts/store/users.ts";
import type { Caller, TooManyFailures } from "#src/platform/domain/caller.ts";
import { type ChangeRefusal, type Outcome, refused } from "#src/platform/domain/outcome.ts";
import type { Db } from "#src/platform/store/db.ts";
import { isPassword } from "./password.ts";

export type NotAllowed = { readonly refusal: "not_allowed" };
export const NOT_ALLOWED = { ok: false, refusal: "not_allowed" } as const;

/**
 * Returns the caller, or `undefined` when they may not change how they sign in: a shop, which must not lock itself out, and a token
 * that has less than its user.
 */
export async function findOwnSignIn(db: Db, caller: Caller): Promise<Person | undefined> {
  const user = await findPerson(db, caller.account.id, caller.id);
  if (user === undefined) return undefined;
  const given = capabilitiesOf(user);
  const isShop = given.includes("PUBLIC") && !given.includes("MANAGE");
  return isShop || given.some((one) => !caller.capabilities.has(one)) ? undefined : user;
}

type Checked = { readonly ok: boolean };
/** Runs a check of a secret in turn with those of the caller's passwords. */
export type InTurn = (check: () => Promise<Checked>) => Promise<Checked | TooManyFailures>;

/** Checks the password of a user that a field has, so that an unattended session cannot change how they sign in. */
export async function checkOwnPassword(
  db: Db,
  username: string,
  { current, path }: { readonly current: string; readonly path: string },
  inTurn: InTurn,
): Promise<Outcome<object, ChangeRefusal | TooManyFailures>> {
  const checked = await inTurn(async () => {
    const known = await findUser(db, username);
    return { ok: known !== undefined && (await isPassword(current, known.passwordHash)) };
  });
  if (checked.ok) return { ok: true };
  return "refusal" in checked ? checked : refused("password_wrong", path);
}
