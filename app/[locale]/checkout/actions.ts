"use server";

import { refresh } from "next/cache";
import { getMessages } from "next-intl/server";
import { redirectToTickets, requireOpenCheckout } from "#app/[locale]/require-open-checkout.ts";
import { localeOf } from "#i18n/locale-of.ts";
import { redirect } from "#i18n/navigation.ts";
import type { LockRefusal } from "#lib/domain/cart/cart.ts";
import { isLocked } from "#lib/domain/cart/cart-state.ts";
import { isNothing } from "#lib/domain/money/money.ts";
import type { Buyer } from "#lib/domain/people/buyer.ts";
import { BUYER_FIELDS, buyerSchema } from "#lib/forms/buyer-schema.ts";
import { formOf, textsOf } from "#lib/forms/form-of.ts";
import { errorsOf, missingIn, toldIn, typedIn } from "#lib/purchase/details/buyer-answers.ts";
import { askedOf, TERMS_SHOWN, termsShown } from "#lib/purchase/details/checkout-questions.ts";
import { payOnce } from "#lib/purchase/pay/pay-once.ts";
import { gate } from "#lib/security/same-origin.ts";
import { FORM_TOKEN } from "#lib/session/visit/form-token.ts";
import { isLockToken } from "#lib/session/visit/order-token.ts";
import { paymentOwner } from "#lib/session/visit/payment-owner.ts";
import { keysOf, rememberVisit } from "#lib/session/visit/visit-cookie.ts";
import { getCart, lockCart, unlockCart } from "#lib/ticketing/carts.ts";
import type { DetailsState } from "./details-state.ts";

/** The buyer's details, and the Cart frozen for payment; for a free order, the tickets themselves. */
export async function giveDetails(_previous: DetailsState, form: FormData): Promise<DetailsState> {
  await gate();

  const typed = formOf(form);
  const locale = localeOf(typed);
  const { Details: words, Pay: payWords, Questions } = await getMessages({ locale });
  const buyerTyped = textsOf(typed, BUYER_FIELDS);
  const values = { ...typedIn(typed), ...buyerTyped };
  const no = (message: string): DetailsState => ({ fieldErrors: {}, message, values, turn: Date.now() });

  const buyer = buyerSchema(words.error).safeParse({ ...buyerTyped, optIn: typed.get("optIn") });
  const { visit, cart } = await requireOpenCheckout(locale);
  if (cart === undefined || cart.sales.length === 0) return no(words.refusal.hold_ended);
  if (!isLockToken(visit, cart.sales, typed.get(FORM_TOKEN))) {
    // Drawn anew, with everything that was typed still in it, the form may be sent.
    refresh();
    return no(words.refusal.out_of_date);
  }

  const asked = await askedOf(cart);
  const told = toldIn(typed, asked);
  // Conditions that changed since the page was drawn stand nowhere on it to be read and ticked.
  if (typed.get(TERMS_SHOWN) !== termsShown(asked)) refresh();
  const missing = missingIn(asked, told, buyerTyped.phone?.trim(), Questions.error);
  const fieldErrors = { ...missing, ...(buyer.success ? {} : firstErrors(buyer.error.issues)) };
  if (!buyer.success || Object.keys(missing).length > 0) return { fieldErrors, values, turn: Date.now() };

  if (isLocked(cart)) await unlockCart(cart.id);
  const lock = await lockCart(cart.id, buyer.data, locale, told);
  if (!lock.ok) {
    const wrong = errorsOf(lock.problems ?? [], asked, Questions.error);
    if (Object.keys(wrong).length > 0) return { fieldErrors: wrong, values, turn: Date.now() };
    if (lock.refusal === "already_paid") return redirect({ href: "/checkout/pay/checking", locale });
    return no(refusalWords(lock.refusal, words.refusal));
  }

  const locked = (await getCart(cart.id)) ?? cart;
  const mine = await rememberVisit({ ...visit, buyer: buyer.data, total: locked.total });
  if (!isNothing(locked.total)) return redirect({ href: "/checkout/pay", locale });

  const paid = await payOnce(locked, undefined, paymentOwner(mine));
  // What is paid for is the Cart; the cookie may still name what has left it.
  if (paid === "paid") return redirectToTickets(keysOf({ ...visit, reservations: cart.sales }), locale);
  if (paid === "mixed") return redirect({ href: "/checkout/receipt", locale });
  if (paid === "asked" || paid === "joined") return redirect({ href: "/checkout/pay/checking", locale });
  return no(paid === "unpaid" ? words.refusal.hold_ended : payWords.refusal[paid]);
}

function refusalWords(refusal: LockRefusal, words: Readonly<Record<LockRefusal, string>>): string {
  return words[refusal];
}

type Issue = { readonly path: readonly PropertyKey[]; readonly message: string };

function firstErrors(issues: readonly Issue[]): Partial<Record<keyof Buyer, string>> {
  return Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message]).reverse());
}
