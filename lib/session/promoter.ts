import "server-only";

import { cookies } from "next/headers";
import { decode, encode } from "next-auth/jwt";
import type { Promoter } from "#lib/domain/promoter.ts";
import { env } from "#lib/env.ts";
import {
  ownerOf,
  PROMOTER_COOKIE,
  PROMOTER_SECONDS,
  promoterToken,
  type SignedIn,
} from "#lib/session/promoter-token.ts";
import { Credential } from "#lib/ticketing/credential.ts";
import { getPromoter } from "#lib/ticketing/promoters.ts";

const ATTRIBUTES = { httpOnly: true, secure: true, sameSite: "lax", path: "/", maxAge: PROMOTER_SECONDS } as const;

/**
 * The same check and the same cookie as next-auth's own sign-in, from an action of ours: so it passes our gate and
 * works before any script has arrived. `undefined` when the name and password are nobody's.
 */
export async function signIn(user: string, password: string): Promise<Promoter | undefined> {
  const credential = new Credential(user, password);
  const promoter = await getPromoter(credential);
  if (promoter === undefined) return undefined;
  const token = await encode({
    token: promoterToken(promoter, credential),
    secret: env().NEXTAUTH_SECRET,
    maxAge: PROMOTER_SECONDS,
  });
  (await cookies()).set(PROMOTER_COOKIE, token, ATTRIBUTES);
  return promoter;
}

export async function signOut(): Promise<void> {
  (await cookies()).set(PROMOTER_COOKIE, "", { ...ATTRIBUTES, maxAge: 0 });
}

/** Asked by each promoter's page and action for itself: a layout guards nothing. */
export async function currentPromoter(): Promise<SignedIn | undefined> {
  const token = (await cookies()).get(PROMOTER_COOKIE)?.value;
  if (token === undefined) return undefined;
  return ownerOf(await decode({ token, secret: env().NEXTAUTH_SECRET }).catch(() => null));
}
