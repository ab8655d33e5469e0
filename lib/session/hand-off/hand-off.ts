import "server-only";

import { randomUUID } from "node:crypto";
import { z } from "zod";
import { seal, unseal } from "#lib/security/seal.ts";
import type { Visit } from "#lib/session/visit/visit.ts";
import { withinLimit } from "#lib/state/limits.ts";

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

/** What a browser would drop without a word is not kept at all. */
const BYTES_MAX = 3_500;

/**
 * What is too much for a cookie is left out: first the prices that stood beside the tickets, then the campaign.
 * `undefined` where the tickets themselves are too much.
 */
export async function sealHandOff(owner: Owner | undefined, fields: HandOff): Promise<string | undefined> {
  for (const left of [/^$/, /^shown$/, /^(shown|ref|utm_.*)$/]) {
    const kept = fields.filter(([name]) => !left.test(name));
    const content = { id: randomUUID(), checkoutId: ownerOf(owner), fields: kept };
    const sealed = await seal("hand-off", content, HAND_OFF_SECONDS);
    if (sealed.length <= BYTES_MAX) return sealed;
  }
  return undefined;
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
  if (data === undefined || data.checkoutId !== ownerOf(owner)) return undefined;
  return (await withinLimit("handOffPerToken", data.id)) ? data.fields : undefined;
}

/** A browser that has reserved nothing yet has no checkout: what it hands off counts only until it has one. */
function ownerOf(owner: Owner | undefined): string {
  return owner?.checkoutId ?? "";
}
