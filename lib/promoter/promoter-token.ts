import "server-only";

import { randomBytes } from "node:crypto";
import { decode, encode } from "next-auth/jwt";
import { z } from "zod";
import { env } from "#lib/env.ts";
import { isRevoked } from "#lib/session/revocations.ts";
import { Credential } from "#lib/ticketing/client/credential.ts";
import type { Promoter } from "#lib/ticketing/promoters.ts";

/** A working day, counted from signing in. Use does not extend it. */
export const PROMOTER_SECONDS = 12 * 60 * 60;

/** The signed-in promoter, with the credential for their calls to the service. */
export type SignedIn = {
  /** Revoked at sign-out, so that a copied cookie stops working. */
  readonly sessionId: string;
  readonly promoter: Promoter;
  readonly credential: Credential;
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
  }) satisfies z.ZodType<Promoter>,
  credential: z.object({ user: z.string(), password: z.string() }),
  tokenId: z.string().exactOptional(),
});

/** Returns the encrypted cookie of a new session. */
export function sealPromoter({ credential, ...session }: Omit<SignedIn, "sessionId">): Promise<string> {
  const content: z.input<typeof schema> = {
    ...session,
    sessionId: randomBytes(16).toString("base64url"),
    credential: credential.reveal(),
  };
  return encode({ token: content, secret: env().NEXTAUTH_SECRET, maxAge: PROMOTER_SECONDS });
}

/**
 * Returns the session of a cookie; `undefined` when `sealPromoter` did not make it, when it is older than twelve hours,
 * or after sign-out.
 */
export async function openPromoter(sealed: string): Promise<SignedIn | undefined> {
  const token = await decode({ token: sealed, secret: env().NEXTAUTH_SECRET }).catch(() => null);
  const { data } = schema.safeParse(token);
  if (data === undefined || (await isRevoked("promoter session", data.sessionId))) return undefined;
  return { ...data, credential: new Credential(data.credential.user, data.credential.password) };
}
