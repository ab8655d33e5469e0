import "server-only";

import { z } from "zod";
import type { Promoter } from "#lib/domain/promoter.ts";
import { Credential } from "#lib/ticketing/credential.ts";

export const PROMOTER_COOKIE = "__Host-foyer-promoter";

/** A working day at the door or the desk. */
export const PROMOTER_SECONDS = 12 * 60 * 60;

/** Who is signed in, with what each of their calls to the service needs. */
export type SignedIn = { readonly promoter: Promoter; readonly credential: Credential };

const schema = z.object({
  promoter: z.object({
    id: z.number().exactOptional(),
    name: z.string(),
    email: z.string(),
    account: z.object({ id: z.number(), name: z.string() }).exactOptional(),
    mayScan: z.boolean(),
    maySellAtBoxOffice: z.boolean(),
  }) satisfies z.ZodType<Promoter>,
  credential: z.object({ user: z.string(), password: z.string() }),
});

/** What the encrypted cookie holds. */
export function promoterToken(promoter: Promoter, credential: Credential): z.input<typeof schema> {
  return { promoter, credential: credential.reveal() };
}

export function ownerOf(token: unknown): SignedIn | undefined {
  const { data } = schema.safeParse(token);
  return (
    data && { promoter: data.promoter, credential: new Credential(data.credential.user, data.credential.password) }
  );
}
