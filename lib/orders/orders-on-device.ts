import "server-only";

import { cache } from "react";
import { hasEnded, inBrief, type OrderInBrief, ticketsOfSales } from "#lib/orders/tickets.ts";
import { paidKeysOf } from "#lib/purchase/attempt.ts";
import { findAttempt } from "#lib/purchase/attempt-store.ts";
import { isOwnPayment } from "#lib/purchase/payment-owner.ts";
import { boughtOrders, forgetOrders, wereBoughtHere } from "#lib/session/bought-cookie.ts";
import { type BoughtOrder, keptOrders } from "#lib/session/bought-orders.ts";
import { sealDeviceLink } from "#lib/session/links/links.ts";
import {
  currentPurchase,
  forgetPurchase,
  keysOf,
  type Purchase,
  rememberPurchase,
} from "#lib/session/purchase/purchase-cookie.ts";
import { areDevicesKnownRevoked, areDevicesRevoked, revokeDevices } from "#lib/session/revocations.ts";
import { log } from "#lib/telemetry/log.ts";

/**
 * Removes the paid orders from this device: its list, checkout and links stop working, also in copies of its cookies. What is
 * not paid stays in the cart, and links in mails keep working. A payment under way stays as well: without its checkout the
 * buyer could pay again. Only a route handler or an action can call it, since it sets cookies.
 */
export async function removeFromDevice(): Promise<void> {
  const { purchase, paid, isOwn, isUndecided } = await paidInCheckout();
  const undecided = purchase && isUndecided ? keysOf(purchase) : [];
  const listed = (await keptOrders(await boughtOrders(), areDevicesKnownRevoked)).flatMap(({ keys }) => keys);
  // An older checkout id may have been planted by a stranger. It must not end the buyer's own access.
  const ended = [...listed, ...(isOwn ? paid : [])].filter((key) => !undecided.includes(key));
  // A clock that was set back may have dated the checkout after this moment.
  await revokeDevices([...new Set(ended)], Math.max(Date.now(), (purchase?.issuedAt ?? 0) + 1));
  await forgetOrders();
  if (purchase && paid.length > 0) await keepUnpaid(purchase, paid);
}

/** Replaces the checkout by a new one that has paid nothing. */
async function keepUnpaid(purchase: Purchase, paid: readonly string[]): Promise<void> {
  const { paidKeys: _paid, total: _total, ...rest } = purchase;
  const reservations = purchase.reservations.filter(({ key }) => !paid.includes(key));
  if (reservations.length === 0) await forgetPurchase();
  else await rememberPurchase({ ...rest, reservations });
}

/** Returns whether these sales are in this device's list or checkout, and not only in a copy of their page. */
export async function hasOrderOnDevice(saleKeys: readonly string[]): Promise<boolean> {
  if (await wereBoughtHere(saleKeys)) return true;
  const { paid } = await paidInCheckout();
  return saleKeys.some((key) => paid.includes(key));
}

async function paidInCheckout() {
  const purchase = await currentPurchase();
  const attempt = purchase && (await findAttempt(purchase.cartId));
  const isUndecided = attempt?.state === "open" || attempt?.state === "unfulfilled";
  const paid = purchase && !isUndecided ? [...(purchase.paidKeys ?? []), ...paidKeysOf(attempt)] : [];
  return { purchase, paid, isOwn: purchase !== undefined && isOwnPayment(purchase, attempt, paid), isUndecided };
}

/** An order in the list of this device. */
type OrderOnDevice = OrderInBrief & { readonly link: string };

/** Each is read from the service, and few visitors have more. */
const SHOWN_MAX = 5;

/**
 * Returns the newest orders of this device whose links still open. An order that cannot be read now is left out: the page
 * around the list is useful without it. A page that asks twice reads them once.
 */
export const ordersOnDevice = cache(async (): Promise<readonly OrderOnDevice[]> => {
  const newest = (await boughtOrders()).slice(0, SHOWN_MAX);
  return (await Promise.all(newest.map(read))).filter((order) => order !== undefined);
});

async function read({ keys, boughtAt }: BoughtOrder): Promise<OrderOnDevice | undefined> {
  try {
    // The buyer has made a new link or removed the order since, perhaps to lock out this very device.
    if (await areDevicesRevoked(keys, boughtAt)) return undefined;
    const sales = await ticketsOfSales(keys);
    if (sales === undefined || sales.every(hasEnded)) return undefined;
    return { link: await sealDeviceLink(keys, boughtAt), ...inBrief(sales) };
  } catch (fault) {
    log("warn", "An order of this device could not be read.", { fault: String(fault) });
    return undefined;
  }
}
