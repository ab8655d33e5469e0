import "server-only";

import { randomUUID } from "node:crypto";
import { z } from "zod";
import { consumeOnce } from "#lib/security/records/once.ts";
import { seal, unseal } from "#lib/security/seal.ts";
import type { Purchase } from "#lib/session/purchase/sealed-purchase.ts";
import { isClickId, isSourceField } from "#lib/ticketing/model/source-fields.ts";

/** The name of the hidden field. */
export const HAND_OFF = "handOff";
export const HAND_OFF_SECONDS = 60;

const content = z.object({
  id: z.string(),
  checkoutId: z.string(),
  fields: z.array(z.tuple([z.string(), z.string()])),
});

/** The fields that an embed posted. They are for a Cart whose cookie the embed cannot see. */
type HandOff = readonly (readonly [name: string, value: string])[];

type Owner = Pick<Purchase, "checkoutId">;

/** A browser drops a larger cookie without an error, so it is not set. */
const BYTES_MAX = 3_500;

/**
 * Returns the sealed hand-off. Fields that do not fit into a cookie are left out: first the prices shown, then the
 * ids of clicks, then the campaign. Returns `undefined` where the tickets themselves do not fit.
 */
export async function sealHandOff(owner: Owner | undefined, fields: HandOff): Promise<string | undefined> {
  const isShown = (name: string) => name === "shown";
  for (const isOmitted of [
    () => false,
    isShown,
    (name: string) => isShown(name) || isClickId(name),
    (name: string) => isShown(name) || isSourceField(name),
  ]) {
    const kept = fields.filter(([name]) => !isOmitted(name));
    const content = { id: randomUUID(), checkoutId: ownerOf(owner), fields: kept };
    const sealed = await seal("hand-off", content, HAND_OFF_SECONDS);
    if (sealed.length <= BYTES_MAX) return sealed;
  }
  return undefined;
}

/** Returns the fields of a hand-off, for the page that submits it. Reading does not use it up. */
export async function fieldsIn(token: string): Promise<HandOff> {
  return content.safeParse(await unseal("hand-off", token)).data?.fields ?? [];
}

/**
 * Returns the fields once, within a minute, and only in the purchase that the hand-off was made for; otherwise `undefined`.
 * Returning the fields uses the hand-off up; a refused call does not.
 */
export async function openHandOff(owner: Owner | undefined, token: string): Promise<HandOff | undefined> {
  const { data } = content.safeParse(await unseal("hand-off", token));
  if (data === undefined || data.checkoutId !== ownerOf(owner)) return undefined;
  return (await consumeOnce("hand-off", data.id)) ? data.fields : undefined;
}

/** A browser without a checkout has an empty owner: its hand-off is valid only until it has a checkout. */
function ownerOf(owner: Owner | undefined): string {
  return owner?.checkoutId ?? "";
}
