import "server-only";

import { boughtOrders, rememberOrder } from "#lib/session/bought-cookie.ts";
import { areAllBought } from "#lib/session/bought-orders.ts";
import { renewFoundLink, sealDeviceLink } from "#lib/session/links/links.ts";
import { revokeLinks } from "#lib/session/revocations.ts";

/**
 * Revokes all links to these sales, including those of guests and passes, and every checkout that paid them. Returns a new
 * link, which ends at `endsAtMs` if the present one does. The device that paid keeps the order in its list. Only an action can
 * call it, since it may set a cookie.
 */
export async function replaceLink(saleKeys: readonly string[], endsAtMs?: number): Promise<string> {
  const nowMs = Date.now();
  const isHere = await areAllBought(await boughtOrders(), saleKeys);
  await revokeLinks(saleKeys, nowMs);
  if (isHere) await rememberOrder(saleKeys);
  return endsAtMs === undefined ? sealDeviceLink(saleKeys, nowMs) : renewFoundLink(saleKeys, endsAtMs, nowMs);
}
