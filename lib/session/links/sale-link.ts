import "server-only";

import { z } from "zod";
import { seal, unseal } from "#lib/security/seal.ts";
import { areDevicesRevoked, areLinksRevoked } from "#lib/session/links/link-cutoffs.ts";
import { openFoundLink } from "./found-link.ts";
import { areMessagesSent } from "./message-renderer.ts";

const sealed = z.object({
  keys: z.tuple([z.string()], z.string()),
  madeAt: z.int(),
  isOfDevice: z.boolean().exactOptional(),
});

/** Returns the secret part of a URL of these sales. It opens as long as its key is configured and it is not revoked. */
export function sealSaleLink(saleKeys: readonly string[], nowMs = Date.now()): Promise<string> {
  return seal("sale link", { keys: saleKeys, madeAt: nowMs });
}

/**
 * Returns a link for the device that paid, which ends when the order is removed from it. Without mail it is the buyer's
 * only link, and stays.
 */
export function sealDeviceLink(saleKeys: readonly string[], nowMs = Date.now()): Promise<string> {
  if (!areMessagesSent()) return sealSaleLink(saleKeys, nowMs);
  return seal("sale link", { keys: saleKeys, madeAt: nowMs, isOfDevice: true });
}

/** Returns the keys of the sales, also for a link of Find my tickets; `undefined` for another text, and for a revoked link. */
export async function openSaleLink(link: string): Promise<readonly string[] | undefined> {
  const { data } = sealed.safeParse(await unseal("sale link", link));
  if (data === undefined) return openFoundLink(link);
  const isRevoked = data.isOfDevice ? areDevicesRevoked : areLinksRevoked;
  return (await isRevoked(data.keys, data.madeAt)) ? undefined : data.keys;
}
