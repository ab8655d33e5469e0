import "server-only";

import { recordCardResult } from "#lib/checkout/declines.ts";
import { isLocked, needsLock } from "#lib/purchase/cart-state.ts";
import { checkoutState } from "#lib/purchase/checkout-state.ts";
import type { OpenCheckout } from "#lib/purchase/checkout-state-of.ts";
import { normalizeEmail, paymentOwner } from "#lib/purchase/payment-owner.ts";
import { readSales } from "#lib/purchase/read-sales.ts";
import { finish } from "#lib/runtime/load.ts";
import type { Challenge } from "#lib/security/proof/proof-of-work.ts";
import { visitorNetwork } from "#lib/security/visitor-network.ts";
import { isShownTotal } from "#lib/session/purchase/form-token.ts";
import { amendPurchase, keepPaid, keysOf } from "#lib/session/purchase/purchase-cookie.ts";
import { withNewId } from "#lib/session/purchase/sealed-purchase.ts";
import { count } from "#lib/telemetry/metrics.ts";
import { lockCart, unlockCart } from "#lib/ticketing/carts.ts";
import { CredentialRefused } from "#lib/ticketing/client/fault.ts";
import type { Buyer } from "#lib/ticketing/model/buyer.ts";
import type { Cart, PaymentRefusal } from "#lib/ticketing/model/cart.ts";
import { refreshVoucher, withoutVoucher } from "./apply-voucher.ts";
import { AFTER_LOCK_REFUSED } from "./lock-refused.ts";
import { checkCardTry, isTestCard, returnTry } from "./may-try.ts";
import { payOnce } from "./pay-once.ts";
import type { Payment } from "./payment-methods.ts";

/** Why the buyer stays on the pay page, and nothing is charged. Each has a message of the same name. */
type PayRefusal = PaymentRefusal | "not_written" | "not_payable" | "out_of_date" | "cancelled" | "press_again";

type PayResult =
  | { readonly result: "paid"; readonly saleKeys: readonly string[] }
  | { readonly result: "partly_paid" | "checking" }
  /** The buyer's details are missing, refused, or another person's. */
  | { readonly result: "details_needed" }
  | { readonly result: "proof_required"; readonly challenge: Challenge }
  | { readonly result: "refused"; readonly refusal: PayRefusal };

type Press = {
  readonly payment: Payment;
  /** The form token of the order that the buyer saw, with its total and what each method pays. */
  readonly token: unknown;
  readonly proof: unknown;
  /** The language that a Cart is locked in. */
  readonly locale: string;
};

/** Pays an open checkout once: the amount that the service says is due, if the buyer saw this order and total. */
export async function payCheckout(checkout: OpenCheckout, press: Press): Promise<PayResult> {
  const paid = await payOpen(checkout, press);
  if (paid.result === "paid") finish();
  count("foyer_storefront_purchases_total", { event: paid.result === "refused" ? "payment_refused" : paid.result });
  return paid;
}

async function payOpen({ purchase, cart }: OpenCheckout, press: Press): Promise<PayResult> {
  const { buyer } = purchase;
  if (buyer === undefined) return { result: "details_needed" };
  if (cart === undefined || cart.sales.length === 0) return refused("not_payable");
  const shown = isShownTotal(purchase, cart, press.token);
  if (shown === "another") return refused("amount_changed");
  if (shown === "unknown") return refused("out_of_date");

  if (needsLock(cart)) {
    const lock = await lockCart(cart.id, buyer, press.locale);
    const next = lock.ok ? "pay" : AFTER_LOCK_REFUSED[lock.refusal];
    // A question was added, or an answer expired with the reservation: the details page names it.
    if (next === "details_needed" || next === "checking") return { result: next };
    if (next !== "pay") return refused(next);
  } else if (!(await isLockedFor(cart, buyer))) {
    // The cart is locked with another person's details: this buyer submits theirs again.
    return { result: "details_needed" };
  }

  // Last, so that a cart that cannot be locked takes no try.
  const { means, card } = press.payment;
  const network = await visitorNetwork();
  const may = card ? await checkCardTry(cart.id, card.number, { network, proof: press.proof }) : "yes";
  if (may === "too_many_tries") return refused("too_many_tries");
  if (may !== "yes") return { result: "proof_required", challenge: may.proofRequired };
  const takeBackTry = async () => card && (await returnTry(cart.id, card.number, network));

  const mine = withNewId(purchase, purchase);
  const paid = await payOnce(cart, means, paymentOwner(mine)).catch(async (fault: unknown) => {
    // Of any other fault it is not known whether the card was tried.
    if (fault instanceof CredentialRefused) await takeBackTry();
    throw fault;
  });
  // Only this response carries the id that owns the tickets; a browser that does not receive it must enter the buyer's email.
  if (paid === "paid") await keepPaid(withoutVoucher(mine));
  if (paid === "mixed" || paid === "not_known") await amendPurchase(mine);
  if (card && !isTestCard(card.number) && (paid === "paid" || paid === "card_refused"))
    recordCardResult(paid !== "paid");
  if (paid === "busy" || paid === "not_written") await takeBackTry();
  if (paid === "voucher_refused" && purchase.voucher) await refreshVoucher(purchase, cart.id, purchase.voucher);
  if (paid === "paid") return { result: "paid", saleKeys: keysOf({ ...purchase, reservations: cart.sales }) };
  if (paid === "mixed") return { result: "partly_paid" };
  if (paid === "not_known" || paid === "joined") return { result: "checking" };
  return paid === "unpaid" ? lockOnceMore(buyer, press.locale) : refused(paid);
}

/** After a payment that charged nothing: locks the Cart for another try, or returns why it cannot be paid. */
async function lockOnceMore(buyer: Buyer, locale: string): Promise<PayResult> {
  const left = await checkoutState(new Date());
  if (left.state === "expired") return refused("not_payable");
  // Another tab may have paid since.
  if (left.state !== "reserved") return { result: "checking" };
  // An event in it may have been cancelled after the buyer entered the details.
  if (isLocked(left.cart)) await unlockCart(left.cart.id);
  const lock = await lockCart(left.cart.id, buyer, locale);
  return refused(!lock.ok && lock.refusal === "cancelled" ? "cancelled" : "press_again");
}

function refused(refusal: PayRefusal): PayResult {
  return { result: "refused", refusal };
}

/**
 * Returns whether every sale of a locked cart has this buyer's email, as far as the service returns buyers. Another
 * browser with an older cookie of the same cart may have locked it since, and the tickets would go to its email.
 */
async function isLockedFor(cart: Cart, { email }: Buyer): Promise<boolean> {
  const reads = await readSales(cart.sales.map(({ key }) => key));
  return reads.every(
    ({ sale }) => sale && (sale.buyer === undefined || normalizeEmail(sale.buyer.email) === normalizeEmail(email)),
  );
}
