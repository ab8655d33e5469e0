import "server-only";

import { undefinedOnFault } from "#lib/ticketing/client/fault.ts";
import {
  areAllBought,
  BOUGHT_COOKIE,
  BOUGHT_SECONDS,
  type BoughtOrder,
  sealBought,
  unsealBought,
  withOrder,
} from "./bought-orders.ts";
import { readCookie, removeCookie, storeCookie } from "./cookies.ts";

/** Returns the orders that were paid on this device, the newest first. */
export async function boughtOrders(): Promise<readonly BoughtOrder[]> {
  const sealed = await readCookie(BOUGHT_COOKIE);
  return sealed === undefined ? [] : unsealBought(sealed);
}

/** Remembers a paid order on this device. Only an action can: a page cannot set a cookie. */
export async function rememberOrder(saleKeys: readonly string[]): Promise<void> {
  const bought = withOrder(await boughtOrders(), saleKeys, Date.now());
  await storeCookie(BOUGHT_COOKIE, await sealBought(bought), BOUGHT_SECONDS);
}

/**
 * Returns whether all these sales were paid on this device, and no new link was made on another one since. Where the service does not
 * answer that, they were not: the email is asked for.
 */
export async function wereBoughtHere(saleKeys: readonly string[]): Promise<boolean> {
  return (await undefinedOnFault(areAllBought(await boughtOrders(), saleKeys))) ?? false;
}

export async function forgetOrders(): Promise<void> {
  await removeCookie(BOUGHT_COOKIE);
}
