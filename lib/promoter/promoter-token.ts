import "server-only";

import { randomBytes } from "node:crypto";
import { decode, encode } from "next-auth/jwt";
import { z } from "zod";
import { env } from "#lib/env.ts";
import { cookieIn } from "#lib/security/cookie-names.ts";
import { isRevoked } from "#lib/session/revocations.ts";
import { PromoterCredential } from "#lib/ticketing/client/credential.ts";
import type { Login } from "#lib/ticketing/manage/users.ts";
import { CAPABILITIES, type Capability } from "./rights.ts";

export const PROMOTER_COOKIE = "foyer-promoter";

/** A working day, counted from signing in. Use does not extend it. `promoter.ts` ends a session that is not used before. */
export const PROMOTER_SECONDS = 12 * 60 * 60;

/** A person who has signed in, and what they may do. */
export type Promoter = Omit<Login, "capabilities"> & { readonly capabilities: readonly Capability[] };

/** The signed-in promoter, with the credential for their calls to the service. */
export type SignedIn = {
  /** Revoked at sign-out, so that a copied cookie stops working. */
  readonly sessionId: string;
  readonly promoter: Promoter;
  readonly credential: PromoterCredential;
  /** When they signed in, in milliseconds. */
  readonly signedInMs: number;
  /** The id of the access token in the credential; absent where the service has no access tokens. */
  readonly tokenId?: string;
};

const schema = z.object({
  sessionId: z.string(),
  promoter: z.object({
    id: z.number().exactOptional(),
    name: z.string(),
    email: z.string(),
    account: z.object({ id: z.number(), name: z.string() }).exactOptional(),
    capabilities: z.array(z.enum(CAPABILITIES)),
  }) satisfies z.ZodType<Promoter>,
  credential: z.object({ user: z.string(), password: z.string() }),
  tokenId: z.string().exactOptional(),
  /** In seconds; `encode` writes it. */
  iat: z.number(),
});

/** Returns whether a user belongs to the account of this shop. A login that names no account is of the only one. */
export function isOfShop({ account }: Pick<Login, "account">): boolean {
  return account === undefined || account.id === env().TICKETING_ACCOUNT;
}

/** Returns the encrypted cookie of a new session. */
export function sealPromoter({
  credential,
  promoter,
  ...session
}: Omit<SignedIn, "sessionId" | "signedInMs">): Promise<string> {
  const content: Omit<z.input<typeof schema>, "iat"> = {
    ...session,
    promoter: { ...promoter, capabilities: [...promoter.capabilities] },
    sessionId: randomBytes(16).toString("base64url"),
    credential: credential.reveal(),
  };
  return encode({ token: content, secret: env().NEXTAUTH_SECRET, maxAge: PROMOTER_SECONDS });
}

/**
 * Returns the session of a cookie; `undefined` when `sealPromoter` did not make it for this shop, when it is older than twelve
 * hours, or after sign-out. `network` is the visitor's, for the service. Throws TicketingFault where only the service could know of a sign-out.
 */
export async function openPromoter(sealed: string, network?: string): Promise<SignedIn | undefined> {
  const session = await unsealPromoter(sealed, network);
  return session && (await isRevoked("promoter-session", session.sessionId)) ? undefined : session;
}

/** Returns the session also after sign-out, to sign it out: that must not wait for the service. */
export async function unsealPromoter(sealed: string, network?: string): Promise<SignedIn | undefined> {
  const content = await contentOf(sealed);
  if (content === undefined) return undefined;
  const { iat, credential, ...session } = content;
  return {
    ...session,
    signedInMs: iat * 1000,
    credential: new PromoterCredential(credential.user, credential.password, network),
  };
}

/** Returns whether a cookie is sealed by us and not older than twelve hours, such as that of a session that was signed out. */
export async function isReadable(sealed: string): Promise<boolean> {
  return (await contentOf(sealed)) !== undefined;
}

/** Returns whether the cookies of a request have such a session. For code that runs before a page. */
export async function hasSession(cookieHeader: string): Promise<boolean> {
  const sealed = cookieIn(cookieHeader, PROMOTER_COOKIE, env().FOYER_ORIGIN);
  return sealed !== undefined && isReadable(sealed);
}

async function contentOf(sealed: string) {
  const { data } = schema.safeParse(await decode({ token: sealed, secret: env().NEXTAUTH_SECRET }).catch(() => null));
  return data && isOfShop(data.promoter) ? data : undefined;
}
