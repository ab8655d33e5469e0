import "server-only";

import { type Capability, knownCapabilities, withIncluded } from "#lib/promoter/rights.ts";
import { secondsOverLimit } from "#lib/security/limits.ts";
import { revoke } from "#lib/session/revocations.ts";
import { log } from "#lib/telemetry/log.ts";
import { PromoterCredential } from "#lib/ticketing/client/credential.ts";
import { CredentialRefused, ServiceBusy, TicketingFault } from "#lib/ticketing/client/fault.ts";
import {
  createUserToken,
  deleteUserToken,
  getPromoter,
  type Login,
  type NewToken,
  type TokenAnswer,
} from "#lib/ticketing/manage/users.ts";
import { isOfShop, PROMOTER_SECONDS, type Promoter, type SessionContent } from "./promoter-token.ts";
import { forgetSignInTries, takeSignInTry } from "./sign-in-tries.ts";

/** Who has signed in, with the credential for their calls: an access token where the service has them. */
export type SigningIn = {
  readonly promoter: Promoter;
  readonly credential: PromoterCredential;
  /** The id of the access token in the credential. */
  readonly tokenId?: string;
  /** The service's name for this browser, where it was asked to remember it. */
  readonly device?: string;
};

export type SignInResult =
  | { readonly result: "signed_in"; readonly user: SigningIn }
  /** The password is right, and a code must be entered within five minutes. The challenge stands for the password. */
  | { readonly result: "code_needed"; readonly challenge: string }
  | { readonly result: "wrong" }
  /** The user belongs to another account than the shop's. */
  | { readonly result: "other_account" }
  /** Too soon after wrong tries for this name, or too many tries from this network. Nothing was checked. */
  | { readonly result: "wait"; readonly seconds: number };

export type CodeResult =
  | Exclude<SignInResult, { readonly result: "code_needed" | "wrong" }>
  | { readonly result: "code_wrong" | "code_used" }
  /** The challenge is older than five minutes, was used, or had too many wrong codes. */
  | { readonly result: "step_ended" };

/** From where a try comes, and when. */
type Try = { readonly network: string | undefined; readonly nowMs: number };

/**
 * What is asked for where the login does not say what the user may do. A token without it opens no manager's page; where there are no
 * tokens either, the service refuses what the user may not do.
 */
const UNSTATED = ["MANAGE"];

/**
 * Checks a name and a password. `device` is what the service gave this browser for a code entered before. Throws TicketingFault when
 * the service does not answer.
 */
export function signIn(
  user: string,
  password: string,
  { network, nowMs }: Try,
  device?: string,
): Promise<SignInResult> {
  return counted(user, { network, nowMs }, async () => {
    const owner = new PromoterCredential(user, password, network);
    const login = await getPromoter(owner).catch(askedForCode);
    if (login === undefined) return { result: "wrong" };
    const known = login === "asked_for_code" ? undefined : login;
    if (known !== undefined && !isOfShop(known)) return { result: "other_account" };
    // Where the password alone was enough no device is named: a service may not know the field.
    const step = known !== undefined || device === undefined ? {} : { device };
    const token = await tokenFor(owner, known, nowMs, step);
    if (token.result === "no_tokens" && known !== undefined)
      // The cookie carries the password only where the service has no access tokens.
      return { result: "signed_in", user: { promoter: promoterOf(known), credential: owner } };
    if (token.result === "code_needed") return token;
    if (token.result !== "made") throw new TicketingFault(`A sign-in ended with ${token.result}.`);
    return signedInBy(token, known);
  });
}

/** Checks the code that was asked for. `challenge` is the service's for this name. Throws TicketingFault as `signIn` does. */
export function signInByCode(
  { user, challenge }: { readonly user: string; readonly challenge: string },
  { code, rememberDevice }: { readonly code: string; readonly rememberDevice: boolean },
  { network, nowMs }: Try,
): Promise<CodeResult> {
  return counted(user, { network, nowMs }, async () => {
    const owner = new PromoterCredential(user, challenge, network);
    const token = await tokenFor(owner, undefined, nowMs, { code, rememberDevice }).catch(refused);
    if (token.result === "refused") return { result: "step_ended" };
    if (token.result === "code_wrong" || token.result === "code_used") return { result: token.result };
    if (token.result !== "made") throw new TicketingFault(`A code ended with ${token.result}.`);
    return signedInBy(token, undefined);
  });
}

/** Counts a try by the name that is checked, before it is checked. The tries are forgotten once somebody has signed in. */
async function counted<Result extends { readonly result: string }>(
  user: string,
  { network, nowMs }: Try,
  check: () => Promise<Result>,
): Promise<Result | { readonly result: "wait"; readonly seconds: number }> {
  const seconds = (await secondsOverLimit("signInPerNetwork", network)) || takeSignInTry(user, network, nowMs);
  if (seconds > 0) return { result: "wait", seconds };
  try {
    const answer = await check();
    // Who knows the password alone must not get new tries for codes by it.
    if (answer.result === "signed_in" || answer.result === "other_account") forgetSignInTries(user, network);
    return answer;
  } catch (fault) {
    if (fault instanceof ServiceBusy) return { result: "wait", seconds: fault.seconds };
    throw fault;
  }
}

function askedForCode(fault: unknown): "asked_for_code" {
  if (fault instanceof CredentialRefused && fault.asksForCode) return "asked_for_code";
  throw fault;
}

function refused(fault: unknown): { readonly result: "refused" } {
  if (fault instanceof CredentialRefused) return { result: "refused" };
  throw fault;
}

/**
 * Asks for a token that follows what its user may do. A service that requires scopes gets those that the login states; where it refuses
 * one of them, none.
 */
async function tokenFor(
  owner: PromoterCredential,
  login: Login | undefined,
  nowMs: number,
  step: Pick<NewToken, "code" | "device" | "rememberDevice">,
): Promise<TokenAnswer & { readonly scopes?: readonly Capability[] }> {
  const expiresAt = new Date(nowMs + PROMOTER_SECONDS * 1000);
  const answer = await createUserToken(owner, { expiresAt, ...step });
  if (answer.result !== "scopes_refused" || login === undefined) return answer;
  for (const scopes of [knownCapabilities(login.capabilities ?? UNSTATED), []]) {
    const limited = await createUserToken(owner, { expiresAt, ...step, scopes });
    if (limited.result !== "scopes_refused") return { ...limited, scopes };
  }
  return answer;
}

/** Returns who has a new token. Where the password alone gave no login, the token does. */
async function signedInBy(
  { token, device, scopes }: Extract<TokenAnswer, { result: "made" }> & { readonly scopes?: readonly Capability[] },
  login: Login | undefined,
): Promise<Extract<SignInResult, { result: "signed_in" | "other_account" }>> {
  const { id: tokenId, credential } = token;
  const known = login ?? (await getPromoter(credential));
  if (known === undefined) throw new TicketingFault("A new token is refused.");
  if (!isOfShop(known)) {
    await deleteUserToken(token);
    return { result: "other_account" };
  }
  const user = { promoter: promoterOf(known, scopes), credential, tokenId, ...(device !== undefined && { device }) };
  return { result: "signed_in", user };
}

function promoterOf({ capabilities = UNSTATED, ...person }: Login, scopes = knownCapabilities(capabilities)): Promoter {
  return { ...person, capabilities: withIncluded(scopes) };
}

/**
 * Revokes a session, and deletes its access token at the service. Where the service does not answer, it ends on this machine;
 * elsewhere within 12 hours.
 */
export async function endSession(
  { sessionId, credential, tokenId }: SessionContent,
  network: string | undefined,
): Promise<void> {
  await revoke("promoter-session", sessionId);
  if (tokenId === undefined) return;
  const owner = new PromoterCredential(credential.user, credential.password, network);
  await deleteUserToken({ id: tokenId, credential: owner }).catch((fault: unknown) => {
    if (fault instanceof CredentialRefused) return;
    if (!(fault instanceof TicketingFault)) throw fault;
    log("warn", "The access token of a session that was signed out could not be deleted. It ends within 12 hours.");
  });
}
