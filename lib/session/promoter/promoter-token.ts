import "server-only";

import { randomBytes } from "node:crypto";
import { decode, encode } from "next-auth/jwt";
import { z } from "zod";
import type { Promoter } from "#lib/domain/people/promoter.ts";
import { env } from "#lib/env.ts";
import { isRevoked } from "#lib/state/revocations.ts";
import { Credential } from "#lib/ticketing/client/credential.ts";

/** A working day at the door or the desk, counted from signing in: nothing makes it longer. */
export const PROMOTER_SECONDS = 12 * 60 * 60;

/** Who is signed in, with what each of their calls to the service needs. */
export type SignedIn = {
  /** Revoked at sign-out, so that a copy of the cookie ends with the session. */
  readonly sessionId: string;
  readonly promoter: Promoter;
  readonly credential: Credential;
  /** The service's name for the access token in the credential; absent where the service has none. */
  readonly tokenId?: string;
};

const schema = z.object({
  sessionId: z.string(),
  promoter: z.object({
    id: z.number().exactOptional(),
    name: z.string(),
    email: z.string(),
    account: z.object({ id: z.number(), name: z.string() }).exactOptional(),
    mayScan: z.boolean(),
    maySellAtBoxOffice: z.boolean(),
  }) satisfies z.ZodType<Promoter>,
  credential: z.object({ user: z.string(), password: z.string() }),
  tokenId: z.string().exactOptional(),
});

/** The text of the encrypted cookie of a new session. */
export function sealPromoter({ credential, ...session }: Omit<SignedIn, "sessionId">): Promise<string> {
  const content: z.input<typeof schema> = {
    ...session,
    sessionId: randomBytes(16).toString("base64url"),
    credential: credential.reveal(),
  };
  return encode({ token: content, secret: env().NEXTAUTH_SECRET, maxAge: PROMOTER_SECONDS });
}

/** `undefined` for what was not made by `sealPromoter`, is older than its twelve hours, or was signed out. */
export async function openPromoter(sealed: string): Promise<SignedIn | undefined> {
  const token = await decode({ token: sealed, secret: env().NEXTAUTH_SECRET }).catch(() => null);
  const { data } = schema.safeParse(token);
  if (data === undefined || (await isRevoked("promoter session", data.sessionId))) return undefined;
  return { ...data, credential: new Credential(data.credential.user, data.credential.password) };
}
