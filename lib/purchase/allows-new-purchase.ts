import "server-only";

import type { CheckoutState } from "#lib/purchase/checkout-state.ts";
import { needsSupport } from "#lib/purchase/payment-status.ts";
import { reconcilePayment } from "#lib/purchase/reconcile-payment.ts";

/**
 * Returns whether an unsettled payment no longer blocks another purchase: support has to settle it after ten minutes,
 * and a payment whose sale no longer exists is never settled.
 */
export async function allowsNewPurchase(
  { visit, attempt }: Extract<CheckoutState, { state: "paying" }>,
  now: Date,
): Promise<boolean> {
  if (attempt === undefined) return false;
  if (attempt.state === "unfulfilled" || needsSupport(attempt.openedAt, now)) return true;
  return (await reconcilePayment(visit, now)).status === "not_found";
}
