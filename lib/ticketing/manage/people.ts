import "server-only";

import { z } from "zod";
import type { PromoterCall } from "#lib/ticketing/client/calls.ts";
import type { PromoterCredential } from "#lib/ticketing/client/credential.ts";
import { MISSING_STATUSES, requestExtension } from "#lib/ticketing/client/extension.ts";
import { type Path, pathTo, queryOf } from "#lib/ticketing/client/paths.ts";
import { request } from "#lib/ticketing/client/request.ts";
import {
  type ACCESS_FIELDS,
  accessBody,
  accessProblems,
  accessValues,
  atFormFields,
  isInForm,
} from "#lib/ticketing/manage/access-form.ts";
import { versionText } from "#lib/ticketing/manage/field-texts.ts";
import type { ValuesOf } from "#lib/ticketing/manage/form-fields.ts";
import type { ToSave } from "#lib/ticketing/manage/save-in-steps.ts";
import type { FormValues, Saved } from "#lib/ticketing/manage/saved.ts";
import { type Token, tokenList } from "#lib/ticketing/manage/users.ts";
import { write } from "#lib/ticketing/manage/write.ts";
import {
  id,
  ifReadable,
  instant,
  optional,
  readable,
  ref,
  totalIn,
  withoutUndefined,
} from "#lib/ticketing/wire/shapes.ts";

/** `null` and absent are all dates. */
export const scanDates = z
  .array(z.object({ eventDate: ifReadable(ref), event: ifReadable(ref), endsWithDate: optional(z.boolean(), false) }))
  .nullish()
  .transform((dates) => dates ?? null);

const person = z
  .object({
    id,
    version: ifReadable(z.int()),
    name: optional(z.string(), ""),
    firstName: optional(z.string(), ""),
    lastName: optional(z.string(), ""),
    username: optional(z.string(), ""),
    email: optional(z.string(), ""),
    capabilities: optional(z.array(z.string()), []),
    scanDates,
    secondFactor: ifReadable(z.enum(["ON", "OFF"])),
    lastActive: ifReadable(instant),
    /** Absent where the service has no people as this page shows them. */
    state: ifReadable(z.enum(["ACTIVE", "DISABLED"])),
    created: ifReadable(instant),
    passwordChanged: ifReadable(instant),
  })
  .transform(({ name, firstName, lastName, username, ...rest }) =>
    withoutUndefined({
      ...rest,
      username,
      name: [name, `${firstName} ${lastName}`, rest.email, username].map((one) => one.trim()).find(Boolean) ?? "",
    }),
  );

/** Who has access to the account. */
export type Person = z.output<typeof person>;

/** Returns a page of the account's users by name; `undefined` where the service has no such list. */
export async function listPeople(
  as: PromoterCredential,
  accountId: number,
  query: { readonly page: number; readonly pageSize: number },
): Promise<{ readonly people: readonly Person[]; readonly total: number } | undefined> {
  const account = pathTo`/account/${accountId}/userSummaries`;
  const path = account && (`${account}${queryOf({ ...query, sort: "name" })}` as const);
  const answer = z.object({ users: readable(person) });
  const found = await requestExtension({ name: "listPeople", method: "GET", path, answer, as });
  return found && { people: found.value.users, total: totalIn(found.headers) ?? found.value.users.length };
}

export function getPerson(as: PromoterCredential, userId: number): Promise<Person | undefined> {
  const path = pathTo`/user/${userId}`;
  return request({ name: "getPerson", method: "GET", path, answer: person, missing: MISSING_STATUSES, as });
}

/** Returns the live tokens of a person, those of sessions too; `undefined` where the service has no such list. */
export function listTokens(as: PromoterCredential, userId: number): Promise<readonly Token[] | undefined> {
  const path = pathTo`/user/${userId}/tokens`;
  return request({ name: "listTokens", method: "GET", path, answer: tokenList, missing: MISSING_STATUSES, as });
}

/** Returns the values of the form with a person's access, with the version that was read. */
export function valuesOf({ version, ...access }: Person): FormValues {
  return { ...accessValues(access), ...versionText({ version }) };
}

const NOT_FOUND = { result: "refused", errors: [{ path: "", code: "NOT_FOUND" }] } as const;

type AccessInForm = ValuesOf<typeof ACCESS_FIELDS> & { readonly version?: string };

/** Saves what a person has access to. It holds from their next call on. Access that the form does not show stays. */
export async function saveAccess(
  as: PromoterCredential,
  { id: userId = 0, opened, values }: ToSave<AccessInForm>,
): Promise<Saved<FormValues>> {
  const errors = accessProblems(values);
  if (errors.length > 0) return { result: "refused", errors };
  const person = await getPerson(as, userId);
  if (person === undefined) return NOT_FOUND;
  const capabilities = [...values.capabilities, ...person.capabilities.filter((one) => !isInForm(one))];
  const version = opened?.version && { version: Number(opened.version) };
  const body = { ...accessBody(values), capabilities, ...version };
  const path = pathTo`/user/${userId}`;
  const written = await write({ name: "changePerson", method: "PUT", path, body, as });
  if (written.result === "written") return { result: "saved", id: userId };
  if (written.result === "refused") return { ...written, errors: atFormFields(written.errors) };
  const now = await getPerson(as, userId);
  if (now === undefined) return NOT_FOUND;
  return { ...written, now: { id: userId, values: valuesOf(now), ids: new Map() } };
}

/** What a manager changes about how a person signs in. */
export const SIGN_IN_CHANGES = ["signOut", "secondFactor", "remove", "restore"] as const;
export type SignInChange = (typeof SIGN_IN_CHANGES)[number];

/**
 * Signs a person out everywhere, turns their two-step sign-in off, or takes their access or gives it back. Whoever may no longer sign in
 * keeps their access for the day on which they may again.
 */
export async function changeSignIn(
  as: PromoterCredential,
  userId: number,
  change: SignInChange,
): Promise<Saved<FormValues>> {
  const [name, method, path] = CALLS[change](userId);
  const body = method === "PUT" ? { disabled: change === "remove" } : {};
  const written = await write({ name, method, path, body, as });
  if (written.result === "written") return { result: "saved", id: userId };
  if (written.result === "refused") return written;
  return { result: "refused", errors: [{ path: "", code: "CONFLICT" }] };
}

type Call = readonly [name: PromoterCall, method: "PUT" | "DELETE", path: Path | undefined];

const CALLS: Readonly<Record<SignInChange, (userId: number) => Call>> = {
  signOut: (userId) => ["signOutPerson", "DELETE", pathTo`/user/${userId}/tokens`],
  secondFactor: (userId) => ["endSecondFactor", "DELETE", pathTo`/user/${userId}/secondFactor`],
  remove: (userId) => ["changePerson", "PUT", pathTo`/user/${userId}`],
  restore: (userId) => ["changePerson", "PUT", pathTo`/user/${userId}`],
};
