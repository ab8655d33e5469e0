import "server-only";

import { paidKeysOf } from "#lib/purchase/attempt.ts";
import { findAttempt } from "#lib/purchase/attempts.ts";
import { mayShowTickets } from "#lib/purchase/payment-owner.ts";
import { boughtOrders, forgetOrders, wereBoughtHere } from "#lib/session/bought-cookie.ts";
import { keptOrders } from "#lib/session/bought-orders.ts";
import { revokeDevices } from "#lib/session/links/link-cutoffs.ts";
import { currentVisit, forgetVisit, keysOf, rememberVisit, type Visit } from "#lib/session/visit/visit-cookie.ts";

/**
 * Ends the list, the checkout and the links that this device has of its paid orders, also for copies of its cookies. What is not
 * paid stays in the cart, and links in mail stay. A payment under way stays as well: without its checkout the buyer could pay
 * again. Only a route handler or an action can call it, since it sets cookies.
 */
export async function removeFromDevice(): Promise<void> {
  const { visit, paid, isOwn, isUndecided } = await paidInCheckout();
  const undecided = visit && isUndecided ? keysOf(visit) : [];
  const listed = (await keptOrders(await boughtOrders())).flatMap(({ keys }) => keys);
  // An older checkout id may be a stranger's, who planted it: it ends nothing of the buyer's.
  const ended = [...listed, ...(isOwn ? paid : [])].filter((key) => !undecided.includes(key));
  // A clock that was set back may have dated the checkout after this moment.
  await revokeDevices([...new Set(ended)], Math.max(Date.now(), (visit?.issuedAt ?? 0) + 1));
  await forgetOrders();
  if (visit && paid.length > 0) await keepUnpaid(visit, paid);
}

/** Replaces the checkout by a new one that has paid nothing. */
async function keepUnpaid(visit: Visit, paid: readonly string[]): Promise<void> {
  const { paidKeys: _paid, total: _total, ...rest } = visit;
  const reservations = visit.reservations.filter(({ key }) => !paid.includes(key));
  if (reservations.length === 0) await forgetVisit();
  else await rememberVisit({ ...rest, reservations });
}

/** Returns whether this device has more of these sales than a copy of their page. */
export async function areOnDevice(saleKeys: readonly string[]): Promise<boolean> {
  if (await wereBoughtHere(saleKeys)) return true;
  const { paid } = await paidInCheckout();
  return saleKeys.some((key) => paid.includes(key));
}

async function paidInCheckout() {
  const visit = await currentVisit();
  const attempt = visit && (await findAttempt(visit.cartId));
  const isUndecided = attempt?.state === "open" || attempt?.state === "unfulfilled";
  const paid = visit && !isUndecided ? [...(visit.paidKeys ?? []), ...paidKeysOf(attempt)] : [];
  return { visit, paid, isOwn: visit !== undefined && mayShowTickets(visit, attempt, paid), isUndecided };
}
