import "server-only";

import { env } from "#lib/env.ts";
import { visitorNetwork } from "#lib/security/visitor-network.ts";
import { keepActive } from "#lib/session/activity.ts";
import { readCookie, removeCookie, storeCookie } from "#lib/session/cookies.ts";
import {
  isReadable,
  openPromoter,
  PROMOTER_COOKIE,
  PROMOTER_SECONDS,
  type SignedIn,
  unsealPromoter,
} from "./promoter-token.ts";
import { endSession, type SignInResult, signIn } from "./sign-in.ts";

/** Longer than a session, so that a browser whose session has ended is told so. */
const COOKIE_SECONDS = 2 * PROMOTER_SECONDS;

/** Signs this browser in, for twelve hours at most. */
export async function signInHere(user: string, password: string): Promise<SignInResult> {
  const answer = await signIn(user, password, await visitorNetwork(), Date.now());
  if (answer.result === "signed_in") {
    const before = await readCookie(PROMOTER_COOKIE);
    const ended = before === undefined ? undefined : await unsealPromoter(before);
    // Its access token would live on for hours.
    if (ended !== undefined) await endSession(ended);
    await storeCookie(PROMOTER_COOKIE, answer.session, COOKIE_SECONDS);
  }
  return answer;
}

/** Ends the session on the server first, so that a copied cookie stops working. */
export async function signOut(): Promise<void> {
  const sealed = await readCookie(PROMOTER_COOKIE);
  const signedIn = sealed === undefined ? undefined : await unsealPromoter(sealed, await visitorNetwork());
  if (signedIn) await endSession(signedIn);
  await removeCookie(PROMOTER_COOKIE);
}

/**
 * Returns the session of this browser, and notes that it is in use. Every page and action for promoters calls it: a layout does
 * not protect them.
 */
export async function currentPromoter(): Promise<SignedIn | undefined> {
  const found = await findPromoter();
  return found === "ended" ? undefined : found;
}

/** Returns the session of this browser; `ended` when it was not used for too long or is older than twelve hours. */
export async function findPromoter(): Promise<SignedIn | "ended" | undefined> {
  const sealed = await readCookie(PROMOTER_COOKIE);
  if (sealed === undefined || sealed === "") return undefined;
  const signedIn = await openPromoter(sealed, await visitorNetwork());
  if (signedIn === undefined) return (await isReadable(sealed)) ? undefined : "ended";
  const { sessionId, signedInMs: sinceMs } = signedIn;
  const idleMs = env().PROMOTER_IDLE_MINUTES * 60_000;
  return (await keepActive(sessionId, { sinceMs, idleMs, nowMs: Date.now() })) ? signedIn : "ended";
}
