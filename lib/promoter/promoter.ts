import "server-only";

import { cookies } from "next/headers";
import { visitorNetwork } from "#lib/security/visitor-network.ts";
import { openPromoter, PROMOTER_SECONDS, type SignedIn } from "./promoter-token.ts";
import { endSession, type SignInResult, signIn } from "./sign-in.ts";

const COOKIE = "__Host-foyer-promoter";
const ATTRIBUTES = { httpOnly: true, secure: true, sameSite: "lax", path: "/" } as const;

/** Signs this browser in, for twelve hours at most. */
export async function signInHere(user: string, password: string): Promise<SignInResult> {
  const answer = await signIn(user, password, await visitorNetwork(), Date.now());
  if (answer.result === "signed_in")
    (await cookies()).set(COOKIE, answer.session, { ...ATTRIBUTES, maxAge: PROMOTER_SECONDS });
  return answer;
}

/** Ends the session on the server first, so that a copied cookie stops working. */
export async function signOut(): Promise<void> {
  const signedIn = await currentPromoter();
  if (signedIn) await endSession(signedIn);
  (await cookies()).set(COOKIE, "", { ...ATTRIBUTES, maxAge: 0 });
}

/**
 * Returns the session of this browser. Every page and action for promoters calls it: a layout does not protect them.
 */
export async function currentPromoter(): Promise<SignedIn | undefined> {
  const sealed = (await cookies()).get(COOKIE)?.value;
  return sealed === undefined ? undefined : openPromoter(sealed);
}
