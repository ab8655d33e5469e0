import type { LockRefusal } from "#lib/ticketing/model/cart.ts";

/**
 * What a payment does when its cart cannot be locked. `checking`: another tab may be paying, so only reading the sales shows it. `pay`: the
 * answer to the payment shows who has paid. The others are told to the buyer, who has not been charged: the service has just refused.
 */
export const AFTER_LOCK_REFUSED = {
  details_refused: "details_needed",
  reservation_expired: "not_payable",
  cancelled: "cancelled",
  wrong_state: "checking",
  already_paid: "pay",
} as const satisfies Record<LockRefusal, string>;
