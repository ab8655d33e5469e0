import "server-only";

import { isDeepStrictEqual } from "node:util";
import { type PaymentResult, payOnce } from "#lib/checkout/pay/pay-once.ts";
import { isLocked } from "#lib/purchase/cart-state.ts";
import { paymentOwner } from "#lib/purchase/payment-owner.ts";
import type { BuyerAnswers } from "#lib/purchase/read-sales.ts";
import { finish } from "#lib/runtime/load.ts";
import { messageRenderer } from "#lib/session/links/message-renderer.ts";
import { keepPaid, keysOf, type Purchase, rememberPurchase } from "#lib/session/purchase/purchase-cookie.ts";
import { lockCart, unlockCart } from "#lib/ticketing/carts.ts";
import type { Buyer } from "#lib/ticketing/model/buyer.ts";
import type { Cart, LockRefusal, LockRefused } from "#lib/ticketing/model/cart.ts";
import type { AnswerProblem } from "#lib/ticketing/model/field.ts";
import { isZero } from "#lib/ticketing/model/money.ts";

type LockResult =
  /** The total is due; the pay page follows. */
  | { readonly result: "payment_due" }
  /** A free order has no payment page: the result of its payment. */
  | { readonly result: "free"; readonly paid: PaymentResult; readonly saleKeys: readonly string[] }
  | { readonly result: "refused"; readonly refusal: LockRefusal; readonly problems: readonly AnswerProblem[] };

/** Locks a Cart with its buyer's details and answers. Completes a free order at once. */
export async function lockForBuyer(
  { purchase, cart }: { readonly purchase: Purchase; readonly cart: Cart },
  buyer: Buyer,
  answers: BuyerAnswers,
  locale: string,
): Promise<LockResult> {
  const staysLocked = isLocked(cart) && !(await unlockCart(cart.id)).ok;
  const messages = await messageRenderer();
  const lock = await lockCart(cart.id, buyer, locale, { ...answers, ...(messages && { messages }) });
  // A service without unlock may refuse to lock twice: with the same details the first lock is as good.
  const isLockedBefore = staysLocked && isDeepStrictEqual(purchase.buyer, buyer) && !lock.ok && isOfState(lock);
  if (!lock.ok && !isLockedBefore) return { result: "refused", refusal: lock.refusal, problems: lock.problems ?? [] };

  // A lock changes neither the price nor the time. Were either other at another service, the page for payment reads the Cart anyway.
  const { total, expiresAt = purchase.expiresAt } = cart;
  const mine = await rememberPurchase({ ...purchase, buyer, total, ...(expiresAt !== undefined && { expiresAt }) });
  if (!isZero(total)) return { result: "payment_due" };
  const paid = await payOnce(cart, [], paymentOwner(mine));
  if (paid === "paid") {
    finish();
    await keepPaid(mine);
  }
  // The keys are those of the Cart, which was paid: the cookie may still name removed sales.
  return { result: "free", paid, saleKeys: keysOf({ ...purchase, reservations: cart.sales }) };
}

function isOfState({ refusal, isUnexplained }: LockRefused): boolean {
  return refusal === "wrong_state" || isUnexplained === true;
}
