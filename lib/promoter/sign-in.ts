import "server-only";

import { createHash } from "node:crypto";
import { processWide } from "#lib/runtime/process-wide.ts";
import { secondsOverLimit } from "#lib/security/limits.ts";
import { countedNetworks } from "#lib/security/network.ts";
import { revoke } from "#lib/session/revocations.ts";
import { log } from "#lib/telemetry/log.ts";
import { PromoterCredential } from "#lib/ticketing/client/credential.ts";
import { CredentialRefused, ServiceBusy, TicketingFault } from "#lib/ticketing/client/fault.ts";
import { createUserToken, deleteUserToken, getPromoter } from "#lib/ticketing/manage/users.ts";
import { isOfShop, PROMOTER_SECONDS, type Promoter, type SignedIn, sealPromoter } from "./promoter-token.ts";
import { knownCapabilities, withIncluded } from "./rights.ts";

export type SignInResult =
  | { readonly result: "signed_in"; readonly promoter: Promoter; readonly session: string }
  | { readonly result: "wrong" }
  /** The password is right, and the user belongs to another account than the shop's. */
  | { readonly result: "other_account" }
  /**
   * Too soon after wrong passwords for this name, or too many tries from this network. The password was not checked.
   */
  | { readonly result: "wait"; readonly seconds: number };

/**
 * What is asked for where the login does not say what the user may do. A token without it opens no manager's page; where there are no
 * tokens either, the service refuses what the user may not do.
 */
const UNSTATED = ["MANAGE"];

/** The wait where the service limits the tries for a name. */
const BUSY_SECONDS = 30;

/**
 * Signs a promoter in. Every sign-in calls it, so that each try is counted once, by the name that is checked. Throws
 * TicketingFault when the service does not answer.
 */
export async function signIn(
  user: string,
  password: string,
  network: string | undefined,
  nowMs: number,
): Promise<SignInResult> {
  const seconds = (await secondsOverLimit("signInPerNetwork", network)) || takeSignInTry(user, network, nowMs);
  if (seconds > 0) return { result: "wait", seconds };
  const credential = new PromoterCredential(user, password, network);
  const login = await getPromoter(credential).catch((fault: unknown) => {
    if (fault instanceof ServiceBusy) return "busy" as const;
    throw fault;
  });
  if (login === "busy") return { result: "wait", seconds: BUSY_SECONDS };
  if (login === undefined) return { result: "wrong" };
  forgetSignInTries(user, network);
  if (!isOfShop(login)) return { result: "other_account" };
  const { capabilities: stated = UNSTATED, ...person } = login;
  const scopes = knownCapabilities(stated);
  const token = await createUserToken(credential, scopes, new Date(nowMs + PROMOTER_SECONDS * 1000));
  const promoter = { ...person, capabilities: withIncluded(token?.scopes ?? scopes) };
  // The cookie carries the password only where the service has no access tokens.
  const owner = token === undefined ? { credential } : { credential: token.credential, tokenId: token.id };
  return { result: "signed_in", promoter, session: await sealPromoter({ promoter, ...owner }) };
}

/**
 * Revokes a session, and deletes its access token at the service. Where the service does not answer, it ends on this machine;
 * elsewhere within 12 hours.
 */
export async function endSession({ sessionId, credential, tokenId }: SignedIn): Promise<void> {
  await revoke("promoter-session", sessionId);
  if (tokenId === undefined) return;
  await deleteUserToken({ id: tokenId, credential }).catch((fault: unknown) => {
    if (fault instanceof CredentialRefused) return;
    if (!(fault instanceof TicketingFault)) throw fault;
    log("warn", "The access token of a session that was signed out could not be deleted. It ends within 12 hours.");
  });
}

/** Enough for mistyped passwords, another password and caps lock. */
const FREE_TRIES = 10;
const LONGEST_WAIT_SECONDS = 30;
/** The tries of a name are forgotten this long after its last wrong one. */
const REMEMBERED_MS = 15 * 60 * 1000;

type Tries = { readonly count: number; readonly lastAtMs: number };

/** Ordered by time, the oldest first. */
const wrong = processWide("sign-in tries", () => new Map<string, Tries>());

/**
 * Counts one try to sign in with this name from this network, before the password is checked, so that concurrent tries
 * are limited as well. Returns 0, or the seconds to wait where it came too soon; such a try is not counted. The wait
 * doubles with each wrong try after ten, up to half a minute, so that no promoter is locked out.
 */
export function takeSignInTry(name: string, network: string | undefined, nowMs: number): number {
  forgetBefore(nowMs - REMEMBERED_MS);
  const counters = countersOf(name, network).map(({ key, times }) => {
    const last = wrong.get(key);
    const before = last && last.lastAtMs > nowMs - REMEMBERED_MS ? last : undefined;
    const waitMs = before === undefined ? 0 : before.lastAtMs + waitMsAfter(before.count, times) - nowMs;
    return { key, waitMs, count: (before?.count ?? 0) + 1 };
  });
  const waitMs = Math.max(...counters.map((one) => one.waitMs));
  if (waitMs > 0) return Math.ceil(waitMs / 1000);
  for (const { key, count } of counters) {
    wrong.delete(key);
    wrong.set(key, { count, lastAtMs: nowMs });
  }
  return 0;
}

/** Forgets the tries of a name that has signed in. Wider networks have guessers too: there it only was no wrong try. */
export function forgetSignInTries(name: string, network: string | undefined): void {
  for (const { key, times } of countersOf(name, network)) {
    const tries = wrong.get(key);
    if (tries === undefined || times === 1) wrong.delete(key);
    else wrong.set(key, { ...tries, count: tries.count - 1 });
  }
}

function waitMsAfter(count: number, times: number): number {
  const over = count - FREE_TRIES * times;
  return over < 0 ? 0 : 1000 * Math.min(LONGEST_WAIT_SECONDS, 2 ** over);
}

function forgetBefore(oldestMs: number): void {
  for (const [key, { lastAtMs }] of wrong) {
    if (lastAtMs > oldestMs) return;
    wrong.delete(key);
  }
}

/** The network is part of a key, so that a stranger elsewhere cannot slow down the owner. */
function countersOf(
  name: string,
  network: string | undefined,
): readonly { readonly key: string; readonly times: number }[] {
  const networks = network === undefined ? [{ name: undefined, times: 1 }] : countedNetworks(network);
  return networks.map((one) => ({ key: keyOf(name, one.name), times: one.times }));
}

/** A digest bounds the length of a key. */
function keyOf(name: string, network: string | undefined): string {
  return createHash("sha256")
    .update(JSON.stringify([name.trim().toLowerCase(), network]))
    .digest("base64url");
}
