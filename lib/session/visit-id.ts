import "server-only";

import { createHash } from "node:crypto";
import { boughtOrders } from "#lib/session/bought-cookie.ts";
import { readCookie } from "#lib/session/cookies.ts";
import { currentPurchase } from "#lib/session/purchase/purchase-cookie.ts";

const RANDOM_ID = /^[0-9a-f-]{36}$/;

/**
 * Returns what tells this browser from all others, also before it has a purchase; `undefined` where it brings no such cookie. It is
 * known before the response of a form, and stays the same when that response is lost.
 */
export async function visitId(): Promise<string | undefined> {
  const purchase = await currentPurchase();
  if (purchase !== undefined) return digest("purchase", purchase.checkoutId);
  const allowed = await readCookie("foyer-allowed");
  if (allowed !== undefined && RANDOM_ID.test(allowed)) return digest("allowed", allowed);
  const [first] = await boughtOrders();
  return first && digest("bought", first.keys.join());
}

/** As long for every cookie, and never equal for two kinds of them. */
function digest(kind: "purchase" | "allowed" | "bought", value: string): string {
  return createHash("sha256").update(`${kind} ${value}`).digest("base64url");
}
