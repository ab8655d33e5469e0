import "server-only";

import { NextRequest } from "next/server";
import { getServerSession } from "next-auth";
import { encode, getToken } from "next-auth/jwt";
import { cache } from "react";
import { env } from "#lib/env.ts";
import { knownCapabilities, withIncluded } from "#lib/promoter/rights.ts";
import { cookieName } from "#lib/security/cookie-names.ts";
import { visitorNetwork } from "#lib/security/visitor-network.ts";
import { readCookie, removeCookie, storeCookie } from "#lib/session/cookies.ts";
import { PromoterCredential } from "#lib/ticketing/client/credential.ts";
import { TicketingFault } from "#lib/ticketing/client/fault.ts";
import { getPromoter } from "#lib/ticketing/manage/users.ts";
import { authOptions, COOKIE_SECONDS, endSessionBefore } from "./auth-options.ts";
import {
  isOfShop,
  openSession,
  PROMOTER_COOKIE,
  type SessionContent,
  type SignedIn,
  sessionIn,
} from "./promoter-token.ts";
import { endSession, type SigningIn } from "./sign-in.ts";

/** Signs this browser in as next-auth's route does: with the same token in the same cookie. */
export async function startSession(user: SigningIn): Promise<void> {
  const { callbacks, jwt, secret } = authOptions();
  const token = await callbacks.jwt({ token: {}, user: { id: "", ...user }, account: null, trigger: "signIn" });
  await endSessionBefore();
  await storeCookie(PROMOTER_COOKIE, await encode({ token, secret, maxAge: jwt.maxAge }), COOKIE_SECONDS);
}

/** Ends the session on the server first, so that a copied cookie stops working. */
export async function signOut(): Promise<void> {
  const session = await openSession((await readCookie(PROMOTER_COOKIE)) ?? "");
  if (session !== undefined) await endSession(session, await visitorNetwork());
  await removeCookie(PROMOTER_COOKIE);
}

/**
 * Returns the session of this browser, and notes that it is in use. Every page and action for promoters calls it: a layout does
 * not protect them. Throws TicketingFault where the service does not answer.
 */
export async function currentPromoter(): Promise<SignedIn | undefined> {
  const found = await findPromoter();
  return found === "ended" ? undefined : found;
}

/**
 * Returns the session of this browser, once a request; `ended` where there is a cookie and no session. What its user may do is what the
 * service says now. Throws TicketingFault where the service does not answer.
 */
export const findPromoter = cache(async (): Promise<SignedIn | "ended" | undefined> => {
  const sealed = await readCookie(PROMOTER_COOKIE);
  if (!sealed) return undefined;
  // Cookies of next-auth that it did not make are a fault of the settings to it. What our own callbacks throw, it keeps to itself.
  const session = await getServerSession(authOptions()).catch(() => null);
  if (session?.error !== undefined) throw new TicketingFault("It is not known whether a session was signed out.");
  const content = session?.user === undefined ? undefined : await sessionOfCookie(sealed);
  return content === undefined ? "ended" : signedInOf(content);
});

/** Call it for a session that `getServerSession` has found: the cookie of one that was signed out can be opened too. */
async function sessionOfCookie(sealed: string): Promise<SessionContent | undefined> {
  const { FOYER_ORIGIN, NEXTAUTH_SECRET: secret } = env();
  const name = cookieName(PROMOTER_COOKIE, FOYER_ORIGIN);
  const req = new NextRequest(FOYER_ORIGIN, { headers: { cookie: `${name}=${sealed}` } });
  const token = await getToken({ req, secret, cookieName: name });
  return sessionIn(token, Date.now());
}

async function signedInOf(content: SessionContent): Promise<SignedIn | "ended"> {
  const { sessionId, signedInAt, promoter, credential: own, tokenId } = content;
  const credential = new PromoterCredential(own.user, own.password, await visitorNetwork());
  const login = await getPromoter(credential);
  if (login === undefined || !isOfShop(login)) return "ended";
  const { capabilities: stated, ...person } = login;
  // A service that does not say what a user may do said so at sign-in, by what it gave a token for.
  const capabilities = stated === undefined ? promoter.capabilities : withIncluded(knownCapabilities(stated));
  return {
    sessionId,
    credential,
    promoter: { ...person, capabilities },
    signedInMs: signedInAt * 1000,
    ...(tokenId !== undefined && { tokenId }),
  };
}
