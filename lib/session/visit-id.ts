import "server-only";

import { readCookie } from "#lib/session/cookies.ts";
import { currentPurchase } from "#lib/session/purchase/purchase-cookie.ts";

const RANDOM_ID = /^[0-9a-f-]{36}$/;

/**
 * Returns what tells this browser from all others, also before it has a purchase; `undefined` where it brings no such cookie. It is
 * known before the response of a form, and stays the same when that response is lost.
 */
export async function visitId(): Promise<string | undefined> {
  const purchase = await currentPurchase();
  if (purchase !== undefined) return purchase.checkoutId;
  const allowed = await readCookie("foyer-allowed");
  if (allowed !== undefined && RANDOM_ID.test(allowed)) return allowed;
  // The sealed list of the orders of this device alone.
  return readCookie("foyer-bought");
}
