import "server-only";

import type { Attempt } from "#lib/domain/payment/attempt.ts";
import { boughtOrders, forgetOrders, wereBoughtHere } from "#lib/session/bought/bought-cookie.ts";
import { keptOrders } from "#lib/session/bought/bought-orders.ts";
import { mayShowTickets } from "#lib/session/visit/payment-owner.ts";
import { currentVisit, forgetVisit } from "#lib/session/visit/visit-cookie.ts";
import { findAttempt } from "#lib/state/attempts.ts";
import { revokeDevices } from "#lib/state/link-cutoffs.ts";

/** Whether sales may have been paid by an attempt. One whose outcome is not known is removed as well: a mail tells it. */
const MAY_HAVE_PAID: Record<Attempt["state"], boolean> = {
  open: true,
  paid: true,
  mixed: true,
  refused: false,
  not_charged: false,
  unfulfilled: false,
};

/**
 * Ends the list, the checkout and the links that this device has of its paid orders, also for copies of its cookies. A cart
 * that is not paid stays, and so do links in mail. Only a route handler or an action can call it, since it sets cookies.
 */
export async function removeFromDevice(): Promise<void> {
  const { keys: paid, isOwn } = await paidInCheckout();
  const listed = (await keptOrders(await boughtOrders())).flatMap(({ keys }) => keys);
  // An older checkout id may be a stranger's, who planted it: it ends nothing of the buyer's.
  await revokeDevices([...new Set([...listed, ...(isOwn ? paid : [])])], Date.now());
  await forgetOrders();
  if (paid.length > 0) await forgetVisit();
}

/** Returns whether this device has more of these sales than a copy of their page. */
export async function areOnDevice(saleKeys: readonly string[]): Promise<boolean> {
  if (await wereBoughtHere(saleKeys)) return true;
  const { keys } = await paidInCheckout();
  return saleKeys.some((key) => keys.includes(key));
}

async function paidInCheckout(): Promise<{ readonly keys: readonly string[]; readonly isOwn: boolean }> {
  const visit = await currentVisit();
  if (visit === undefined) return { keys: [], isOwn: false };
  const attempt = await findAttempt(visit.cartId);
  const paid = attempt && MAY_HAVE_PAID[attempt.state] ? attempt.saleKeys : [];
  const keys = [...(visit.paidKeys ?? []), ...paid];
  return { keys, isOwn: mayShowTickets(visit, attempt, keys) };
}
