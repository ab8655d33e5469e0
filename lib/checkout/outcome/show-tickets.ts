import "server-only";

import { addOwner } from "#lib/purchase/attempt-store.ts";
import { checkoutState } from "#lib/purchase/checkout-state.ts";
import { checkoutDigestOf } from "#lib/purchase/payment-owner.ts";
import { withinLimits } from "#lib/security/limits.ts";
import { visitorNetwork } from "#lib/security/visitor-network.ts";
import { amendPurchase, keepPaid, type Purchase } from "#lib/session/purchase/purchase-cookie.ts";
import { withNewId } from "#lib/session/purchase/sealed-purchase.ts";
import { isBuyer } from "./is-buyer.ts";

type ShowTicketsResult =
  | { readonly result: "shown"; readonly saleKeys: readonly string[] }
  | { readonly result: "partly_paid" }
  /** The cart is not paid, or there is none. */
  | { readonly result: "not_paid" }
  | { readonly result: "refused"; readonly refusal: "missing" | "wrong" | "tooMany" };

/**
 * Makes this browser an owner of the payment if the email is the Buyer's. A browser that owns it already gets the
 * tickets without an email.
 */
export async function showTicketsFor(email: string | undefined): Promise<ShowTicketsResult> {
  const checkout = await checkoutState(new Date());
  if (checkout.state === "paid") return { result: "shown", saleKeys: checkout.saleKeys };
  if (checkout.state !== "email_needed") return { result: "not_paid" };

  const { purchase, attempt, saleKeys } = checkout;
  if (email === undefined) return { result: "refused", refusal: "missing" };
  if (!(await mayTry(purchase))) return { result: "refused", refusal: "tooMany" };
  if (!(await isBuyer(checkout, email))) return { result: "refused", refusal: "wrong" };

  const owned = withNewId(purchase, purchase);
  if (attempt) await addOwner(attempt, checkoutDigestOf(owned.checkoutId));
  if (attempt?.state === "mixed") {
    await amendPurchase(owned);
    return { result: "partly_paid" };
  }
  await keepPaid(owned);
  return { result: "shown", saleKeys };
}

async function mayTry({ checkoutId, cartId }: Purchase): Promise<boolean> {
  return withinLimits({
    showTicketsPerVisit: checkoutId,
    showTicketsPerCart: cartId,
    showTicketsPerNetwork: await visitorNetwork(),
  });
}
