import { deleteTokens, keepToken } from "#src/accounts/store/access-tokens.ts";
import { deleteProofs } from "#src/accounts/store/sign-in-proofs.ts";
import { findPerson } from "#src/accounts/store/users.ts";
import type { Caller, TooManyFailures } from "#src/platform/domain/caller.ts";
import { type Changed, type ChangeRefusal, type Outcome, refused } from "#src/platform/domain/outcome.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { insertChange } from "#src/platform/store/changes.ts";
import { changeRow } from "#src/platform/store/rows.ts";
import { checkOwnPassword, findOwnSignIn, type InTurn, NOT_ALLOWED, type NotAllowed } from "./own-user.ts";
import { hashPassword, isFitPassword } from "./password.ts";
import { namesOf } from "./users.ts";

type NewPassword = { readonly current: string; readonly password: string };

/** Changes the caller's password. The token that they use stays; other tokens, devices and challenges end. */
export async function changeOwnPassword(
  runtime: Runtime,
  caller: Caller,
  { current, password }: NewPassword,
  inTurn: InTurn,
): Promise<Outcome<object, ChangeRefusal | NotAllowed | TooManyFailures>> {
  const user = await findOwnSignIn(runtime.db, caller);
  if (user === undefined) return NOT_ALLOWED;
  if (!isFitPassword(password, { username: user.username, names: namesOf(caller, user) }))
    return refused("password_unfit", "password");
  const checked = await checkOwnPassword(runtime.db, user.username, { current, path: "current" }, inTurn);
  if (!checked.ok) return checked;
  const passwordHash = await hashPassword(password);
  await runtime.db.transaction(async (tx) => {
    await changeRow(tx, caller, "account_user", caller.id, { passwordHash });
    await deleteProofs(tx, caller.id);
    if (caller.token) await keepToken(tx, caller.token.id);
  });
  for (const listener of runtime.userChangeListeners) listener();
  return { ok: true };
}

/** Ends all tokens, remembered devices and challenges of the caller, or of any user for a caller who may manage the account. */
export async function signOutEverywhere(runtime: Runtime, caller: Caller, id: number): Promise<Changed> {
  const maySignOut = id === caller.id || caller.capabilities.has("MANAGE");
  const user = maySignOut ? await findPerson(runtime.db, caller.account.id, id) : undefined;
  if (user === undefined) return refused("no_such_thing", "id");
  await runtime.db.transaction(async (tx) => {
    const tokens = (await deleteTokens(tx, id)) + (await deleteProofs(tx, id));
    const change = { kind: "accountUser", id, name: user.username, before: { tokens }, after: { tokens: 0 } };
    if (tokens > 0) await insertChange(tx, caller, change);
  });
  for (const listener of runtime.userChangeListeners) listener();
  return { ok: true };
}
