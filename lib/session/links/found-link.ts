import "server-only";

import { z } from "zod";
import { seal, unseal } from "#lib/security/seal.ts";
import { areLinksRevoked } from "#lib/session/links/link-cutoffs.ts";

const sealed = z.object({ keys: z.tuple([z.string()], z.string()), madeAt: z.int(), exp: z.int() });

/** How long the links in a mail to an address work that anyone may have entered. */
const FOUND_SECONDS = 24 * 60 * 60;

/** Returns the secret part of a link that leads to the page of these sales for a day. */
export function sealFoundLink(saleKeys: readonly string[], nowMs = Date.now()): Promise<string> {
  return seal("found tickets", { keys: saleKeys, madeAt: nowMs }, FOUND_SECONDS);
}

/** Returns a link to these sales that ends with the one that it replaces. */
export function renewFoundLink(saleKeys: readonly string[], endsAtMs: number, nowMs: number): Promise<string> {
  return seal("found tickets", { keys: saleKeys, madeAt: nowMs }, Math.floor((endsAtMs - nowMs) / 1000));
}

/** Returns the keys of the sales; `undefined` for a text that `sealFoundLink` did not make, after a day, and when revoked. */
export async function openFoundLink(link: string): Promise<readonly string[] | undefined> {
  const { data } = sealed.safeParse(await unseal("found tickets", link));
  return data && !(await areLinksRevoked(data.keys, data.madeAt)) ? data.keys : undefined;
}

/**
 * Returns when a link that lasts a day ends, in milliseconds; `undefined` for any other. What a page gives to its visitor
 * lasts no longer than its link; only a mail to the buyer does.
 */
export async function foundLinkEnd(link: string): Promise<number | undefined> {
  const { data } = sealed.safeParse(await unseal("found tickets", link));
  return data && data.exp * 1000;
}
