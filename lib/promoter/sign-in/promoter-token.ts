import "server-only";

import { decode } from "next-auth/jwt";
import { z } from "zod";
import { env } from "#lib/env.ts";
import { CAPABILITIES, type Capability } from "#lib/promoter/rights.ts";
import { cookieIn } from "#lib/security/cookie-names.ts";
import type { PromoterCredential } from "#lib/ticketing/client/credential.ts";
import type { Login } from "#lib/ticketing/manage/users.ts";

export const PROMOTER_COOKIE = "foyer-promoter";

/** A working day, counted from signing in. Use does not extend it. A session that is not used ends before. */
export const PROMOTER_SECONDS = 12 * 60 * 60;

/** A person who has signed in, and what they may do. */
export type Promoter = Omit<Login, "capabilities"> & { readonly capabilities: readonly Capability[] };

/** The signed-in promoter, with the credential for their calls to the service. */
export type SignedIn = {
  readonly sessionId: string;
  readonly promoter: Promoter;
  readonly credential: PromoterCredential;
  /** When they signed in, in milliseconds. */
  readonly signedInMs: number;
  /** The id of the access token in the credential; absent where the service has no access tokens. */
  readonly tokenId?: string;
};

const schema = z.object({
  /** Revoked at sign-out, so that a copied cookie stops working. */
  sessionId: z.string(),
  /** In seconds. `encode` writes the time of each signing as `iat`. */
  signedInAt: z.int(),
  /** As it was at sign-in. */
  promoter: z.object({
    id: z.number().exactOptional(),
    name: z.string(),
    email: z.string(),
    account: z.object({ id: z.number(), name: z.string() }).exactOptional(),
    capabilities: z.array(z.enum(CAPABILITIES)).readonly(),
    secondFactor: z.enum(["ON", "OFF"]).exactOptional(),
  }),
  credential: z.object({ user: z.string(), password: z.string() }),
  tokenId: z.string().exactOptional(),
});

/** What the encrypted cookie of a session contains. */
export type SessionContent = z.output<typeof schema>;

/** Returns whether a user belongs to the account of this shop. A login that names no account is of the only one. */
export function isOfShop({ account }: Pick<Login, "account">): boolean {
  return account === undefined || account.id === env().TICKETING_ACCOUNT;
}

/**
 * Returns the session of an opened token; `undefined` when it is not of this shop, when it is older than twelve hours, or was made by a
 * release before. It may have been signed out.
 */
export function sessionIn(token: unknown, nowMs: number): SessionContent | undefined {
  const { data } = schema.safeParse(token);
  if (data === undefined || !isOfShop(data.promoter)) return undefined;
  return nowMs < (data.signedInAt + PROMOTER_SECONDS) * 1000 ? data : undefined;
}

/** Returns the session of an encrypted cookie. It may have been signed out: to sign it out must not wait for the service. */
export async function openSession(sealed: string): Promise<SessionContent | undefined> {
  const token = await decode({ token: sealed, secret: env().NEXTAUTH_SECRET }).catch(() => null);
  return sessionIn(token, Date.now());
}

/** Returns whether the cookies of a request have a session, which may have been signed out. For code that runs before a page. */
export async function hasSession(cookieHeader: string): Promise<boolean> {
  const sealed = cookieIn(cookieHeader, PROMOTER_COOKIE, env().FOYER_ORIGIN);
  return sealed !== undefined && (await openSession(sealed)) !== undefined;
}
