import "server-only";

import { z } from "zod";
import { seal, unseal } from "#lib/security/seal.ts";
import { areLinksRevoked } from "#lib/session/revocations.ts";

const sealed = z.object({
  saleKey: z.string(),
  admissionId: z.int().positive(),
  locale: z.string(),
  isForGuest: z.boolean(),
  madeAt: z.int(),
  exp: z.int().exactOptional(),
});

/**
 * The ticket of a pass in a phone's wallet, its language, and whether a guest has added it. `endsAtMs`: its updates end
 * with the link that gave the pass.
 */
export type PassTicket = Omit<z.output<typeof sealed>, "madeAt" | "exp"> & { readonly endsAtMs?: number | undefined };

/** Returns the secret with which a phone requests the current pass. It is in the pass and in a header, but in no URL. */
export function sealPassToken({ endsAtMs, ...ticket }: PassTicket, nowMs = Date.now()): Promise<string> {
  const seconds = endsAtMs === undefined ? undefined : Math.floor((endsAtMs - nowMs) / 1000);
  return seal("wallet pass", { ...ticket, madeAt: nowMs }, seconds);
}

/** Returns the ticket of a pass; `undefined` for another text, and after the links of its sale were revoked. */
export async function openPassToken(token: string): Promise<PassTicket | undefined> {
  const { data } = sealed.safeParse(await unseal("wallet pass", token));
  if (data === undefined || (await areLinksRevoked([data.saleKey], data.madeAt))) return undefined;
  const { madeAt: _, exp, ...ticket } = data;
  return { ...ticket, ...(exp !== undefined && { endsAtMs: exp * 1000 }) };
}
