import "server-only";

import { currentPurchase } from "#lib/session/purchase/purchase-cookie.ts";
import { type CheckoutState, checkoutStateOf } from "./checkout-state-of.ts";

export type { CheckoutState } from "./checkout-state-of.ts";

/**
 * Returns the state of the visitor's purchase. Every page and action of the checkout calls it again: a cookie may be
 * older than the payment.
 */
export async function checkoutState(now: Date): Promise<CheckoutState> {
  return checkoutStateOf(await currentPurchase(), now);
}
