import "server-only";

import { z } from "zod";
import { seal, unseal } from "#lib/security/seal.ts";
import { areLinksRevoked } from "#lib/state/link-cutoffs.ts";
import { openFoundLink } from "./found-link.ts";

const sealed = z.object({ keys: z.tuple([z.string()], z.string()), madeAt: z.int() });

/** Returns the secret part of a URL of these sales. It opens as long as its key is configured and it is not revoked. */
export function sealSaleLink(saleKeys: readonly string[], nowMs = Date.now()): Promise<string> {
  return seal("sale link", { keys: saleKeys, madeAt: nowMs });
}

/** Returns the keys of the sales, also for a link of Find my tickets; `undefined` for another text, and for a revoked link. */
export async function openSaleLink(link: string): Promise<readonly string[] | undefined> {
  const { data } = sealed.safeParse(await unseal("sale link", link));
  if (data === undefined) return openFoundLink(link);
  return (await areLinksRevoked(data.keys, data.madeAt)) ? undefined : data.keys;
}
