"use server";

import { refresh } from "next/cache";
import { getMessages } from "next-intl/server";
import { redirectToTickets, requireOpenCheckout } from "#app/[locale]/require-open-checkout.ts";
import { localeOf } from "#i18n/locale-of.ts";
import { redirect } from "#i18n/navigation.ts";
import type { LockRefusal } from "#lib/domain/cart/cart.ts";
import { BUYER_FIELDS, buyerSchema } from "#lib/forms/buyer-schema.ts";
import { firstErrors } from "#lib/forms/first-errors.ts";
import { formOf, textsOf } from "#lib/forms/form-of.ts";
import { answersInForm, errorsOf, missingIn, typedAnswers } from "#lib/purchase/details/buyer-answers.ts";
import { checkoutQuestionsOf, TERMS_SHOWN, termsShown } from "#lib/purchase/details/checkout-questions.ts";
import { lockForBuyer } from "#lib/purchase/details/lock-for-buyer.ts";
import { assertSameOrigin } from "#lib/security/same-origin.ts";
import { FORM_TOKEN } from "#lib/session/visit/form-token.ts";
import { isLockToken } from "#lib/session/visit/order-token.ts";
import type { DetailsState } from "./details-state.ts";

/** The buyer's details, and the Cart frozen for payment; for a free order, the tickets themselves. */
export async function giveDetails(_previous: DetailsState, form: FormData): Promise<DetailsState> {
  await assertSameOrigin();

  const typed = formOf(form);
  const locale = localeOf(typed);
  const { Details: words, Pay: payWords, Questions } = await getMessages({ locale });
  const buyerTyped = textsOf(typed, BUYER_FIELDS);
  const values = { ...typedAnswers(typed), ...buyerTyped };
  const no = (message: string): DetailsState => ({ fieldErrors: {}, message, values, turn: Date.now() });

  const buyer = buyerSchema(words.error).safeParse({ ...buyerTyped, optIn: typed.get("optIn") });
  const { visit, cart } = await requireOpenCheckout(locale);
  if (cart === undefined || cart.sales.length === 0) return no(words.refusal.reservation_expired);
  if (!isLockToken(visit, cart.sales, typed.get(FORM_TOKEN))) {
    // Drawn anew, with everything that was typed still in it, the form may be sent.
    refresh();
    return no(words.refusal.out_of_date);
  }

  const asked = await checkoutQuestionsOf(cart);
  const told = answersInForm(typed, asked);
  // Conditions that changed since the page was drawn stand nowhere on it to be read and ticked.
  if (typed.get(TERMS_SHOWN) !== termsShown(asked)) refresh();
  const missing = missingIn(asked, told, buyerTyped.phone?.trim(), Questions.error);
  const fieldErrors = { ...missing, ...(buyer.success ? {} : firstErrors(buyer.error.issues)) };
  if (!buyer.success || Object.keys(missing).length > 0) return { fieldErrors, values, turn: Date.now() };

  const lock = await lockForBuyer({ visit, cart }, buyer.data, told, locale);
  if (lock.result === "payment_due") return redirect({ href: "/checkout/pay", locale });
  if (lock.result === "refused") {
    const wrong = errorsOf(lock.problems, asked, Questions.error);
    if (Object.keys(wrong).length > 0) return { fieldErrors: wrong, values, turn: Date.now() };
    if (lock.refusal === "already_paid") return redirect({ href: "/checkout/pay/checking", locale });
    return no(refusalWords(lock.refusal, words.refusal));
  }
  const { paid, saleKeys } = lock;
  if (paid === "paid") return redirectToTickets(saleKeys, locale);
  if (paid === "mixed") return redirect({ href: "/checkout/receipt", locale });
  if (paid === "not_known" || paid === "joined") return redirect({ href: "/checkout/pay/checking", locale });
  return no(paid === "unpaid" ? words.refusal.reservation_expired : payWords.refusal[paid]);
}

function refusalWords(refusal: LockRefusal, words: Readonly<Record<LockRefusal, string>>): string {
  return words[refusal];
}
