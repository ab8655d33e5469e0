import "server-only";

import { cookies } from "next/headers";
import {
  areAllBought,
  BOUGHT_SECONDS,
  type BoughtOrder,
  sealBought,
  unsealBought,
  withOrder,
} from "./bought-orders.ts";

const BOUGHT_COOKIE = "__Host-foyer-bought";

const ATTRIBUTES = { httpOnly: true, secure: true, sameSite: "lax", path: "/", maxAge: BOUGHT_SECONDS } as const;

/** Returns the orders that were paid on this device, the newest first. */
export async function boughtOrders(): Promise<readonly BoughtOrder[]> {
  const sealed = (await cookies()).get(BOUGHT_COOKIE)?.value;
  return sealed === undefined ? [] : unsealBought(sealed);
}

/** Remembers a paid order on this device. Only an action can: a page cannot set a cookie. */
export async function rememberOrder(saleKeys: readonly string[]): Promise<void> {
  const bought = withOrder(await boughtOrders(), saleKeys, Date.now());
  (await cookies()).set(BOUGHT_COOKIE, await sealBought(bought), ATTRIBUTES);
}

/** Returns whether all these sales were paid on this device, and no new link was made on another one since. */
export async function wereBoughtHere(saleKeys: readonly string[]): Promise<boolean> {
  return areAllBought(await boughtOrders(), saleKeys);
}

export async function forgetOrders(): Promise<void> {
  (await cookies()).set(BOUGHT_COOKIE, "", { ...ATTRIBUTES, maxAge: 0 });
}
