import type { Person } from "#src/accounts/domain/person.ts";
import { type Rights, toRights } from "#src/accounts/domain/rights.ts";
import { deleteTokens } from "#src/accounts/store/access-tokens.ts";
import { deleteProofs } from "#src/accounts/store/sign-in-proofs.ts";
import {
  countOtherManagers,
  findPerson,
  findUser,
  insertUser,
  isUsernameTaken,
  listPeople,
  lockPeople,
  type NewUser,
  type PersonSearch,
  searchPeople,
} from "#src/accounts/store/users.ts";
import type { Caller, Capability, TooManyFailures } from "#src/platform/domain/caller.ts";
import {
  type ChangeOf,
  type ChangeRefusal,
  type Created,
  type Outcome,
  refused,
} from "#src/platform/domain/outcome.ts";
import type { Page } from "#src/platform/domain/page.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { isTaken } from "#src/platform/store/faults.ts";
import { changeRow, makeRow } from "#src/platform/store/rows.ts";
import { checkOwnPassword, findOwnSignIn, type InTurn, NOT_ALLOWED, type NotAllowed } from "./own-user.ts";
import { hashPassword, isFitPassword, isPassword } from "./password.ts";
import { changeOfScanDates } from "./scan-dates.ts";

/** Returns the caller, or any user of the account for a caller who may manage it. Contact details are private to them. */
export async function getUser({ db }: Runtime, caller: Caller, id: number): Promise<Person | undefined> {
  const maySee = id === caller.id || caller.capabilities.has("MANAGE");
  return maySee ? findPerson(db, caller.account.id, id) : undefined;
}

export function findUsers({ db }: Runtime, caller: Caller, search: PersonSearch): ReturnType<typeof searchPeople> {
  return searchPeople(db, caller.account.id, search);
}

export function listUsers({ db }: Runtime, caller: Caller, page: Page): ReturnType<typeof listPeople> {
  return listPeople(db, caller.account.id, page);
}

/**
 * Creates a user, or finds the one with this name and keeps their password. `hasPassword` says whether that is the given
 * one: setup runs repeatedly, and the user may have changed their password.
 */
export async function createUser(
  { db }: Runtime,
  user: NewUser,
  password: string,
): Promise<{ readonly caller: Caller; readonly hasPassword: boolean }> {
  const known = await findUser(db, user.username);
  if (known) return { caller: known.caller, hasPassword: await isPassword(password, known.passwordHash) };
  await insertUser(db, { ...user, passwordHash: await hashPassword(password) });
  const made = await findUser(db, user.username);
  if (made === undefined) throw new Error(`The user ${user.username} was just inserted and was not found.`);
  return { caller: made.caller, hasPassword: true };
}

type PersonChange = ChangeOf<
  Pick<Person, "version" | "firstName" | "lastName" | "email" | "mobilePhone" | "disabled" | keyof Rights>
>;
type RightsChange = {
  /** All that the user has from then on. */
  readonly capabilities?: readonly Capability[] | undefined;
  readonly scanDates?: Caller["scanDates"] | undefined;
};

/** Adds a user to the caller's account. */
export async function addUser(
  { db }: Runtime,
  caller: Caller,
  {
    password,
    capabilities,
    scanDates,
    ...person
  }: PersonChange & RightsChange & { readonly username: string; readonly password: string },
): Promise<Created> {
  if (namesRightsTwice(person, capabilities)) return refused("capabilities_named_twice", "capabilities");
  const { username } = person;
  if (!isFitPassword(password, { username, names: namesOf(caller, person) }))
    return refused("password_unfit", "password");
  if (await isUsernameTaken(db, username)) return refused("username_taken", "username");
  const rights = { ...person, ...rightsOf(capabilities) };
  const scan = await changeOfScanDates(db, caller, { scanDates: null, mayScan: rights.mayScan === true }, scanDates);
  if (!scan.ok) return scan;
  const passwordHash = await hashPassword(password);
  const user = { ...rights, ...scan.columns, accountId: caller.account.id, passwordHash };
  try {
    return { ok: true, id: await makeRow(db, caller, "account_user", user, { scanDates: scan.logged.scanDates?.[1] }) };
  } catch (error) {
    // Another request took the name in the meantime.
    if (isNameTaken(error)) return refused("username_taken", "username");
    throw error;
  }
}

export function isNameTaken(error: unknown): boolean {
  return ["account_user_username_key", "account_user_username_folded_key"].some((key) => isTaken(error, key));
}

function namesRightsTwice(
  { sellCapabilities, mayScan, mayManage }: PersonChange,
  capabilities: readonly Capability[] | undefined,
): boolean {
  return capabilities !== undefined && [sellCapabilities, mayScan, mayManage].some((one) => one !== undefined);
}

function rightsOf(capabilities: readonly Capability[] | undefined): PersonChange {
  return capabilities === undefined ? {} : toRights(capabilities);
}

/** Returns the names that a password must not be. */
export function namesOf(
  { account }: Pick<Caller, "account">,
  { firstName = "", lastName = "", email = "" }: PersonChange,
): readonly string[] {
  return [
    account.name,
    firstName,
    lastName,
    `${firstName} ${lastName}`,
    `${lastName} ${firstName}`,
    email,
    localOf(email),
  ];
}

function localOf(email: string): string {
  return email.split("@", 1)[0] ?? "";
}

type UserChange = PersonChange &
  RightsChange & {
    readonly password?: string | undefined;
    /** Required to change one's own password or email, to which links for a new password go. */
    readonly currentPassword?: string | undefined;
  };

/** Changes the named fields. Users cannot remove their own rights, and an account keeps at least one manager. */
export async function changeUser(
  runtime: Runtime,
  caller: Caller,
  id: number,
  { password, currentPassword = "", capabilities, scanDates, ...named }: UserChange,
  inTurn: InTurn,
): Promise<Outcome<object, ChangeRefusal | NotAllowed | TooManyFailures>> {
  if (namesRightsTwice(named, capabilities)) return refused("capabilities_named_twice", "capabilities");
  const change = { ...named, ...rightsOf(capabilities) };
  const person = await findPerson(runtime.db, caller.account.id, id);
  if (person === undefined) return refused("no_such_thing", "id");
  const { firstName = person.firstName, lastName = person.lastName, email = person.email } = change;
  const names = namesOf(caller, { firstName, lastName, email });
  if (password !== undefined && !isFitPassword(password, { username: person.username, names }))
    return refused("password_unfit", "password");
  if (id === caller.id && (password !== undefined || email !== person.email)) {
    if ((await findOwnSignIn(runtime.db, caller)) === undefined) return NOT_ALLOWED;
    const given = { current: currentPassword, path: "currentPassword" };
    const checked = await checkOwnPassword(runtime.db, person.username, given, inTurn);
    if (!checked.ok) return checked;
  }
  // The slow part runs before the lock is taken.
  const passwordHash = password === undefined ? undefined : await hashPassword(password);

  const changed = await runtime.db.transaction(async (tx) => {
    await lockPeople(tx, caller.account.id);
    const was = await findPerson(tx, caller.account.id, id);
    if (was === undefined) return refused("no_such_thing", "id");
    const lost = losesManager(was, change);
    if (lost !== undefined) {
      const path = lost === "mayManage" && capabilities !== undefined ? "capabilities" : lost;
      if (id === caller.id) return refused("own_rights", path);
      if ((await countOtherManagers(tx, caller.account.id, id)) === 0) return refused("last_manager", path);
    }
    const mayScan = change.mayScan ?? was.mayScan;
    const scan = await changeOfScanDates(tx, caller, { scanDates: was.scanDates, mayScan }, scanDates);
    if (!scan.ok) return scan;
    await changeRow(tx, caller, "account_user", id, { ...change, ...scan.columns, passwordHash }, scan.logged);
    if (change.disabled) {
      await deleteTokens(tx, id);
      await deleteProofs(tx, id);
    }
    return { ok: true as const };
  });
  if (changed.ok) for (const listener of runtime.userChangeListeners) listener();
  return changed;
}

/** Returns the field of the change that removes the right to manage, if there is one. */
function losesManager({ mayManage, disabled }: Person, change: PersonChange): "disabled" | "mayManage" | undefined {
  if (disabled || !mayManage) return undefined;
  if (change.disabled === true) return "disabled";
  return change.mayManage === false ? "mayManage" : undefined;
}
