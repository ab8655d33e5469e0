import "server-only";

import { z } from "zod";
import { seal, unseal } from "#lib/security/seal.ts";
import { areLinksRevoked } from "#lib/state/link-cutoffs.ts";

const sealed = z.object({ keys: z.tuple([z.string()], z.string()), madeAt: z.int() });

/** The secret part of a sale's address. It opens for as long as one of the keys that it was sealed with is kept. */
export function sealSaleLink(saleKeys: readonly string[], nowMs = Date.now()): Promise<string> {
  return seal("sale link", { keys: saleKeys, madeAt: nowMs });
}

/** The keys of the sales; `undefined` for whatever was not made by `sealSaleLink`, or was revoked. */
export async function openSaleLink(link: string): Promise<readonly string[] | undefined> {
  const { data } = sealed.safeParse(await unseal("sale link", link));
  return data && !(await areLinksRevoked(data.keys, data.madeAt)) ? data.keys : undefined;
}
