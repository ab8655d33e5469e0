"use server";

import { refresh } from "next/cache";
import { getMessages } from "next-intl/server";
import { answeredAction, unansweredState } from "#app/[locale]/answered.tsx";
import { redirectToTickets, requireOpenCheckout } from "#app/[locale]/require-open-checkout.ts";
import { localeOf } from "#i18n/locale-of.ts";
import { redirect } from "#i18n/navigation.ts";
import type { LockRefusal } from "#lib/domain/cart/cart.ts";
import { shownBuyerFields } from "#lib/domain/people/buyer-fields.ts";
import { env } from "#lib/env.ts";
import { detailsSchema } from "#lib/forms/details-schema.ts";
import { firstErrors } from "#lib/forms/first-errors.ts";
import { textsOf, valuesOf } from "#lib/forms/form-of.ts";
import { buyerAnswers, errorsOf, typedAnswers } from "#lib/purchase/details/buyer-answers.ts";
import {
  checkoutQuestionsOf,
  formQuestionsOf,
  TERMS_SHOWN,
  termsShown,
} from "#lib/purchase/details/checkout-questions.ts";
import { lockForBuyer } from "#lib/purchase/details/lock-for-buyer.ts";
import { assertSameOrigin } from "#lib/security/same-origin.ts";
import { rememberOrder } from "#lib/session/bought/bought-cookie.ts";
import { FORM_TOKEN } from "#lib/session/visit/form-token.ts";
import { isLockToken } from "#lib/session/visit/order-token.ts";
import type { DetailsState } from "./details-state.ts";

/** Locks the Cart with the buyer's details and answers, and goes on to payment; a free order is completed at once. */
export async function giveDetails(_previous: DetailsState, form: FormData): Promise<DetailsState> {
  await assertSameOrigin(form);

  return answeredAction(
    () => lockWith(form),
    async () => {
      const { lost } = (await getMessages({ locale: localeOf(form) })).Cart;
      // With its hidden fields: where the page cannot draw the order, the form is sent again as it is.
      return unansweredState(form, valuesOf(form), lost.no_answer);
    },
  );
}

async function lockWith(sent: FormData): Promise<DetailsState> {
  const locale = localeOf(sent);
  const { Details: words, Pay: payWords, Questions } = await getMessages({ locale });
  const fields = shownBuyerFields(env().FOYER_BUYER_FIELDS);
  const buyerTyped = textsOf(sent, fields);
  const values = { ...typedAnswers(sent), ...buyerTyped, ...textsOf(sent, ["optIn"]) };
  const refused = (message: string): DetailsState => ({ fieldErrors: {}, message, values, turn: Date.now() });
  const invalid = (fieldErrors: DetailsState["fieldErrors"]) => ({ fieldErrors, values, turn: Date.now() });

  const { visit, cart } = await requireOpenCheckout(locale);
  if (cart === undefined || cart.sales.length === 0) return refused(words.refusal.reservation_expired);
  if (!isLockToken(visit, cart.sales, sent.get(FORM_TOKEN))) {
    // The page is drawn again with everything that was typed, and a new token.
    refresh();
    return refused(words.refusal.out_of_date);
  }

  const questions = await checkoutQuestionsOf(cart);
  // Conditions that changed since the page was drawn have to be shown before they can be accepted.
  if (sent.get(TERMS_SHOWN) !== termsShown(questions)) refresh();
  const { isPhoneRequired } = questions;
  const errorWords = { buyer: words.error, answers: Questions.error };
  const schema = detailsSchema(formQuestionsOf(questions), { fields, isPhoneRequired }, errorWords);
  const details = schema.safeParse({ ...valuesOf(sent), ...buyerTyped });
  if (!details.success) return invalid(firstErrors(details.error.issues));

  const { answers, acceptedTerms, ...buyer } = details.data;
  const lock = await lockForBuyer({ visit, cart }, buyer, buyerAnswers({ answers, acceptedTerms }, questions), locale);
  if (lock.result === "payment_due") return redirect({ href: "/checkout/pay", locale });
  if (lock.result === "refused") {
    const errors = errorsOf(lock.problems, questions, errorWords);
    if (Object.keys(errors).length > 0) return invalid(errors);
    if (lock.refusal === "already_paid") return redirect({ href: "/checkout/pay/checking", locale });
    return refused(refusalWords(lock.refusal, words.refusal));
  }
  const { paid, saleKeys } = lock;
  if (paid === "paid") {
    await rememberOrder(saleKeys);
    return redirectToTickets(saleKeys, locale);
  }
  if (paid === "mixed") return redirect({ href: "/checkout/receipt", locale });
  if (paid === "not_known" || paid === "joined") return redirect({ href: "/checkout/pay/checking", locale });
  return refused(paid === "unpaid" ? words.refusal.reservation_expired : payWords.refusal[paid]);
}

function refusalWords(refusal: LockRefusal, words: Readonly<Record<LockRefusal, string>>): string {
  return words[refusal];
}
