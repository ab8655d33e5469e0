import "server-only";

import { type Paid, payOnce } from "#lib/checkout/pay/pay-once.ts";
import { isLocked } from "#lib/purchase/cart-state.ts";
import { paymentOwner } from "#lib/purchase/payment-owner.ts";
import type { BuyerAnswers } from "#lib/purchase/read-sales.ts";
import { keysOf, rememberVisit, type Visit } from "#lib/session/visit/visit-cookie.ts";
import { getCart, lockCart, unlockCart } from "#lib/ticketing/carts.ts";
import type { Buyer } from "#lib/ticketing/model/buyer.ts";
import type { Cart, LockRefusal } from "#lib/ticketing/model/cart.ts";
import type { AnswerProblem } from "#lib/ticketing/model/field.ts";
import { isZero } from "#lib/ticketing/model/money.ts";
import { mailOf } from "./mail-of-cart.ts";

export type LockResult =
  /** The total is due; the pay page follows. */
  | { readonly result: "payment_due" }
  /** A free order has no payment page: the result of its payment. */
  | { readonly result: "free"; readonly paid: Paid; readonly saleKeys: readonly string[] }
  | { readonly result: "refused"; readonly refusal: LockRefusal; readonly problems: readonly AnswerProblem[] };

/** Locks a Cart with its buyer's details and answers. Completes a free order at once. */
export async function lockForBuyer(
  { visit, cart }: { readonly visit: Visit; readonly cart: Cart },
  buyer: Buyer,
  answers: BuyerAnswers,
  locale: string,
): Promise<LockResult> {
  if (isLocked(cart)) await unlockCart(cart.id);
  const mail = await mailOf(cart, locale);
  const lock = await lockCart(cart.id, buyer, locale, { ...answers, ...(mail && { mail }) });
  if (!lock.ok) return { result: "refused", refusal: lock.refusal, problems: lock.problems ?? [] };

  const locked = (await getCart(cart.id)) ?? cart;
  const mine = await rememberVisit({ ...visit, buyer, total: locked.total });
  if (!isZero(locked.total)) return { result: "payment_due" };
  const paid = await payOnce(locked, [], paymentOwner(mine));
  // The Cart is what was paid: the cookie may still name removed sales.
  return { result: "free", paid, saleKeys: keysOf({ ...visit, reservations: cart.sales }) };
}
