import "server-only";

import { currentVisit } from "#lib/session/visit/visit-cookie.ts";
import { type CheckoutState, checkoutStateOf } from "./checkout-state-of.ts";

export type { CheckoutState } from "./checkout-state-of.ts";

/**
 * Returns the state of the visitor's purchase. Every page and action of the checkout calls it again: a cookie may be
 * older than the payment.
 */
export async function checkoutState(now: Date): Promise<CheckoutState> {
  return checkoutStateOf(await currentVisit(), now);
}
