import "server-only";

import { needsSupport } from "#lib/domain/payment/payment-status.ts";
import type { CheckoutState } from "#lib/purchase/checkout-state.ts";
import { paymentOutcome } from "#lib/purchase/reconcile/payment-outcome.ts";

/**
 * A payment that nobody can settle for ten minutes is with a person by now, and of one whose sale is gone nothing more
 * will be heard: neither keeps anybody from another purchase.
 */
export async function allowsNewPurchase(
  { visit, attempt }: Extract<CheckoutState, { state: "paying" }>,
  now: Date,
): Promise<boolean> {
  if (attempt === undefined) return false;
  if (attempt.state === "unfulfilled" || needsSupport(attempt.openedAt, now)) return true;
  return (await paymentOutcome(visit, now)).status === "not_found";
}
