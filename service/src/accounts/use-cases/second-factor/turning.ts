import type { Person } from "#src/accounts/domain/person.ts";
import {
  deleteSecondFactor,
  findSecondFactor,
  turnOnSecondFactor,
  writeSecondFactor,
} from "#src/accounts/store/second-factors.ts";
import { deleteProofs } from "#src/accounts/store/sign-in-proofs.ts";
import { findPerson } from "#src/accounts/store/users.ts";
import {
  checkOwnPassword,
  findOwnSignIn,
  type InTurn,
  NOT_ALLOWED,
  type NotAllowed,
} from "#src/accounts/use-cases/own-user.ts";
import type { Caller, TooManyFailures } from "#src/platform/domain/caller.ts";
import { type Changed, type ChangeRefusal, type Outcome, refused } from "#src/platform/domain/outcome.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { insertChange } from "#src/platform/store/changes.ts";
import { type Db, readClock } from "#src/platform/store/db.ts";
import { type CheckedCode, checkCode } from "./check-code.ts";
import { appAddress, hashBackupCode, newAppSecret, newBackupCodes, stepOfCode } from "./codes.ts";

type NewSecondFactor = { readonly secret: string; readonly uri: string; readonly backupCodes: readonly string[] };

/** Makes a second factor for the caller, who proves the password. It is off until a first code is given. */
export async function beginSecondFactor(
  { db }: Runtime,
  caller: Caller,
  current: string,
  inTurn: InTurn,
): Promise<Outcome<NewSecondFactor, ChangeRefusal | NotAllowed | TooManyFailures>> {
  const user = await findOwnSignIn(db, caller);
  if (user === undefined) return NOT_ALLOWED;
  const checked = await checkOwnPassword(db, user.username, { current, path: "current" }, inTurn);
  if (!checked.ok) return checked;
  const secret = newAppSecret();
  const backupCodes = newBackupCodes();
  const hashes = backupCodes.map((code) => hashBackupCode(caller.id, code));
  const isWritten = await writeSecondFactor(db, caller.id, { secret, backupCodes: hashes });
  if (!isWritten) return refused("second_factor_on", "");
  return { ok: true, secret, uri: appAddress(secret, caller.account.name, user.username), backupCodes };
}

/** Turns on the caller's second factor with a first code of the app. From then on the password alone signs nobody in. */
export async function confirmSecondFactor(
  runtime: Runtime,
  caller: Caller,
  code: string,
): Promise<Outcome<object, ChangeRefusal | NotAllowed>> {
  const user = await findOwnSignIn(runtime.db, caller);
  if (user === undefined) return NOT_ALLOWED;
  const factor = await findSecondFactor(runtime.db, caller.id);
  if (factor === undefined) return refused("second_factor_not_begun", "");
  if (factor.isOn) return refused("second_factor_on", "");
  const step = stepOfCode(factor.secret, code, await readClock(runtime.db));
  if (step === undefined) return refused("code_wrong", "code");
  const isOn = await runtime.db.transaction(async (tx) => {
    if (!(await turnOnSecondFactor(tx, caller.id, factor.secret, step))) return false;
    await deleteProofs(tx, caller.id);
    await logSecondFactor(tx, caller, user, "ON");
    return true;
  });
  if (!isOn) return refused("second_factor_on", "");
  tellOthers(runtime);
  return { ok: true };
}

/** Turns off the caller's second factor, for which they give a code of it. */
export async function turnOffSecondFactor(
  runtime: Runtime,
  caller: Caller,
  code: string,
  inTurn: (check: () => Promise<CheckedCode>) => Promise<CheckedCode | TooManyFailures>,
): Promise<Outcome<object, ChangeRefusal | NotAllowed | TooManyFailures>> {
  const user = await findOwnSignIn(runtime.db, caller);
  if (user === undefined) return NOT_ALLOWED;
  const factor = await findSecondFactor(runtime.db, caller.id);
  if (!factor?.isOn) return refused("second_factor_off", "");
  const checked = await inTurn(() => checkCode(runtime, caller.id, code));
  if (!checked.ok) {
    return checked.refusal === "too_many_failures" ? checked : refused(checked.refusal, "code");
  }
  await removeSecondFactor(runtime, caller, user);
  return { ok: true };
}

/** Turns off the second factor of a user who has lost the phone. Their own one is turned off with a code. */
export async function turnOffSecondFactorOf(runtime: Runtime, caller: Caller, id: number): Promise<Changed> {
  const user = await findPerson(runtime.db, caller.account.id, id);
  if (user === undefined) return refused("no_such_thing", "id");
  if (id === caller.id) return refused("own_second_factor", "id");
  await removeSecondFactor(runtime, caller, user);
  return { ok: true };
}

async function removeSecondFactor(runtime: Runtime, caller: Caller, user: Person): Promise<void> {
  await runtime.db.transaction(async (tx) => {
    const wasOn = await deleteSecondFactor(tx, user.id);
    await deleteProofs(tx, user.id);
    if (wasOn) await logSecondFactor(tx, caller, user, "OFF");
  });
  tellOthers(runtime);
}

async function logSecondFactor(tx: Db, by: Caller, { id, username }: Person, state: "ON" | "OFF"): Promise<void> {
  const before = { secondFactor: state === "ON" ? "OFF" : "ON" };
  await insertChange(tx, by, { kind: "accountUser", id, name: username, before, after: { secondFactor: state } });
}

function tellOthers({ userChangeListeners }: Runtime): void {
  for (const listener of userChangeListeners) listener();
}
