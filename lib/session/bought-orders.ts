import "server-only";

import { z } from "zod";
import { env } from "#lib/env.ts";
import { cookieIn } from "#lib/security/cookie-names.ts";
import { seal, unseal } from "#lib/security/seal.ts";
import { areDevicesRevoked } from "#lib/session/revocations.ts";

/** An order that was paid on this device. */
export type BoughtOrder = z.output<typeof order>;

const order = z.object({ keys: z.tuple([z.string()], z.string()), boughtAt: z.int() });
const orders = z.object({ orders: z.array(order) });

export const BOUGHT_COOKIE = "foyer-bought";

/** Below the 4,096 bytes of a cookie with its name and attributes. */
const BYTES_MAX = 3_500;
/** Browsers keep no cookie for longer. */
export const BOUGHT_SECONDS = 400 * 24 * 60 * 60;

/** Returns the orders with a new one in front. An earlier payment of the same cart becomes part of it. */
export function withOrder(known: readonly BoughtOrder[], keys: readonly string[], nowMs: number): BoughtOrder[] {
  const same = known.filter((one) => one.keys.some((key) => keys.includes(key)));
  const others = known.filter((one) => !same.includes(one));
  const [first, ...rest] = new Set([...keys, ...same.flatMap((one) => one.keys)]);
  return first === undefined ? [...known] : [{ keys: [first, ...rest], boughtAt: nowMs }, ...others];
}

/** Returns whether these orders contain all of the sales. An order that this device has lost since does not count. Throws TicketingFault. */
export async function areAllBought(bought: readonly BoughtOrder[], saleKeys: readonly string[]): Promise<boolean> {
  const among = await keptOrders(bought.filter((one) => one.keys.some((key) => saleKeys.includes(key))));
  const keys = among.flatMap((one) => one.keys);
  return saleKeys.length > 0 && saleKeys.every((key) => keys.includes(key));
}

/** Returns the orders that this device has not lost. It loses an order that gets a new link or is removed from the device. */
export async function keptOrders(
  bought: readonly BoughtOrder[],
  areRevoked = areDevicesRevoked,
): Promise<readonly BoughtOrder[]> {
  const isLost = await Promise.all(bought.map((one) => areRevoked(one.keys, one.boughtAt)));
  return bought.filter((_, at) => !isLost[at]);
}

/** Returns the sealed orders. The oldest are left out until the rest fits into a cookie. */
export async function sealBought(bought: readonly BoughtOrder[]): Promise<string> {
  const sealed = await seal("bought orders", { orders: bought }, BOUGHT_SECONDS);
  return sealed.length <= BYTES_MAX || bought.length === 0 ? sealed : sealBought(bought.slice(0, -1));
}

export async function unsealBought(text: string): Promise<readonly BoughtOrder[]> {
  return orders.safeParse(await unseal("bought orders", text)).data?.orders ?? [];
}

/** Returns whether the cookies of a request have an order that was paid on this device. For code that runs before a page. */
export async function hasBought(cookieHeader: string): Promise<boolean> {
  const sealed = cookieIn(cookieHeader, BOUGHT_COOKIE, env().FOYER_ORIGIN);
  return sealed !== undefined && (await unsealBought(sealed)).length > 0;
}
