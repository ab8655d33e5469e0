import "server-only";

import { randomUUID } from "node:crypto";
import { z } from "zod";
import { withinLimit } from "#lib/memory/limits.ts";
import { seal, unseal } from "#lib/session/seal.ts";
import type { Visit } from "#lib/session/visit.ts";

/** The name of the hidden field. */
export const HAND_OFF = "handOff";
export const HAND_OFF_SECONDS = 60;

const content = z.object({
  id: z.string(),
  checkoutId: z.string(),
  fields: z.array(z.tuple([z.string(), z.string()])),
});

/** What a frame posted, on its way into a Cart of which its own page knows nothing. */
export type HandOff = readonly (readonly [name: string, value: string])[];

type Owner = Pick<Visit, "checkoutId">;

export function sealHandOff({ checkoutId }: Owner, fields: HandOff, seconds = HAND_OFF_SECONDS): Promise<string> {
  return seal("hand-off", { id: randomUUID(), checkoutId, fields }, seconds);
}

/** What it carries, for the page that sends it on. Looking does not use it up. */
export async function fieldsIn(token: string): Promise<HandOff> {
  return content.safeParse(await unseal("hand-off", token)).data?.fields ?? [];
}

/**
 * Once, within a minute, and in the visit that it was made for; anything else is `undefined`. It is used up by being
 * asked for, whatever comes of it.
 */
export async function openHandOff(owner: Owner | undefined, token: string): Promise<HandOff | undefined> {
  const { data } = content.safeParse(await unseal("hand-off", token));
  if (data === undefined || data.checkoutId !== owner?.checkoutId) return undefined;
  return (await withinLimit("handOffPerToken", data.id)) ? data.fields : undefined;
}
