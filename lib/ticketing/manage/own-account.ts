import "server-only";

import { type ZodType, z } from "zod";
import type { PromoterCredential } from "#lib/ticketing/client/credential.ts";
import { MISSING_STATUSES, requestExtension } from "#lib/ticketing/client/extension.ts";
import { CredentialRefused, ServiceBusy, TicketingFault } from "#lib/ticketing/client/fault.ts";
import { send } from "#lib/ticketing/client/request.ts";
import { type Token, tokenList } from "#lib/ticketing/manage/users.ts";
import { absentText } from "#lib/ticketing/wire/shapes.ts";

// What users change about their own account. All of it is an extension of the interface.

/** Why the service refuses a change. `not_offered`: it has no such call. */
export type OwnRefusal = (typeof REASONS)[number] | "not_allowed" | "not_offered" | "too_many" | "other";

export type OwnChange<T = undefined> = { readonly result: "changed"; readonly value: T } | RefusedChange;

export type RefusedChange = {
  readonly result: "refused";
  readonly refusal: OwnRefusal;
  /** After `too_many`: in how many to try again. */
  readonly seconds?: number;
};

/** The reasons of the service for which the storefront has words. */
const REASONS = [
  "password_wrong",
  "password_unfit",
  "second_factor",
  "code_wrong",
  "code_used",
  "too_many_tokens",
] as const;

/** Changes one's own password. The token of the credential stays, and all others end. */
export function changeOwnPassword(
  as: PromoterCredential,
  current: string,
  password: string,
): Promise<OwnChange<unknown>> {
  const body = { current, password };
  return change({ name: "changeOwnPassword", method: "PUT", path: "/user/password", body, as }, z.unknown());
}

const newFactor = z.object({ secret: z.string(), uri: z.string(), backupCodes: z.array(z.string()) });

/** What an authenticator app and its user need. The service shows it once. */
type NewFactor = z.output<typeof newFactor>;

/**
 * Prepares a second factor, which is off until it is turned on. One that was prepared before is replaced. `current` is the password: who
 * has only a session of somebody else must not lock them out.
 */
export function beginSecondFactor(as: PromoterCredential, current: string): Promise<OwnChange<NewFactor>> {
  const body = { current };
  return change({ name: "beginSecondFactor", method: "POST", path: "/user/secondFactor", body, as }, newFactor);
}

export function turnOnSecondFactor(as: PromoterCredential, code: string): Promise<OwnChange<unknown>> {
  const body = { code };
  return change({ name: "turnOnSecondFactor", method: "PUT", path: "/user/secondFactor", body, as }, z.unknown());
}

export function turnOffSecondFactor(as: PromoterCredential, code: string): Promise<OwnChange<unknown>> {
  const body = { code };
  return change({ name: "turnOffSecondFactor", method: "DELETE", path: "/user/secondFactor", body, as }, z.unknown());
}

/** Returns the live tokens of who asks, those of sessions too; `undefined` where the service has no such list. */
export async function listOwnTokens(as: PromoterCredential): Promise<readonly Token[] | undefined> {
  const path = "/user/tokens";
  return (await requestExtension({ name: "listOwnTokens", method: "GET", path, answer: tokenList, as }))?.value;
}

type NewToken = {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly expiresAt: Date;
  /** Where the second factor is on. */
  readonly code?: string;
};

/**
 * Creates a token for a program, with a credential that has the password: a token that is made with that of a session ends with it.
 * Returns its text, which the service shows once.
 */
export async function createOwnToken(
  as: PromoterCredential,
  { expiresAt, ...rest }: NewToken,
): Promise<OwnChange<string>> {
  const answer = z.object({ token: z.string().min(1) }).transform(({ token }) => token);
  const body = { ...rest, expiresAt: expiresAt.toISOString() };
  try {
    return await change({ name: "createOwnToken", method: "POST", path: "/user/token", body, as }, answer);
  } catch (fault) {
    if (fault instanceof CredentialRefused) return { result: "refused", refusal: "password_wrong" };
    throw fault;
  }
}

const refusedRows = z.object({ errors: z.array(z.object({ reason: absentText })) });

/** Sends a change. Throws TicketingFault where it is not known whether it was made. */
async function change<T>(call: Parameters<typeof send>[0], answer: ZodType<T>): Promise<OwnChange<T>> {
  const sent = await send(call).catch((fault: unknown) => {
    if (fault instanceof ServiceBusy) return fault.seconds;
    throw fault;
  });
  if (typeof sent === "number") return { result: "refused", refusal: "too_many", seconds: sent };
  const { status, body } = sent;
  const given = refusedRows.safeParse(body).data?.errors.map(({ reason }) => reason) ?? [];
  const reason = REASONS.find((one) => given.includes(one));
  if (reason !== undefined) return { result: "refused", refusal: reason };
  if (status === 403) return { result: "refused", refusal: "not_allowed" };
  if (MISSING_STATUSES.includes(status)) return { result: "refused", refusal: "not_offered" };
  if (given.length > 0 && status < 500) return { result: "refused", refusal: "other" };
  const { data } = answer.safeParse(body);
  if (status < 200 || status > 299 || data === undefined)
    throw new TicketingFault(`${call.name} failed with ${status}.`);
  return { result: "changed", value: data };
}
