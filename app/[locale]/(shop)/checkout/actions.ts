"use server";

import { refresh } from "next/cache";
import { getMessages } from "next-intl/server";
import { redirectToTickets, requireOpenCheckout } from "#app/[locale]/(shop)/require-open-checkout.ts";
import { formAction } from "#app/[locale]/form-action.ts";
import { buyerAnswers, errorsOf, typedAnswers } from "#lib/checkout/details/buyer-answers.ts";
import {
  checkoutQuestionsOf,
  formQuestionsOf,
  TERMS_SHOWN,
  termsShown,
} from "#lib/checkout/details/checkout-questions.ts";
import { detailsSchema } from "#lib/checkout/details/details-schema.ts";
import { lockForBuyer } from "#lib/checkout/details/lock-for-buyer.ts";
import { env } from "#lib/env.ts";
import { firstErrors, textsOf, valuesOf } from "#lib/forms/form.ts";
import { redirect } from "#lib/i18n/navigation.ts";
import { rememberOrder } from "#lib/session/bought-cookie.ts";
import { FORM_TOKEN, isLockToken } from "#lib/session/purchase/form-token.ts";
import { shownBuyerFields } from "#lib/ticketing/model/buyer.ts";
import type { DetailsState } from "./details-state.ts";

/** Locks the Cart with the buyer's details and answers, and goes on to payment; a free order is completed at once. */
export const giveDetails = formAction<DetailsState>(
  [],
  async ({ form, locale }) => {
    const { Details: words, Pay: payWords, Questions } = await getMessages({ locale });
    const fields = shownBuyerFields(env().FOYER_BUYER_FIELDS);
    const buyerTyped = textsOf(form, fields);
    const values = { ...typedAnswers(form), ...buyerTyped, ...textsOf(form, ["oneName", "optIn"]) };
    const refused = (message: string) => ({ message, values });

    const { purchase, cart } = await requireOpenCheckout(locale);
    if (cart === undefined || cart.sales.length === 0) return refused(words.refusal.reservation_expired);
    if (!isLockToken(purchase, cart.sales, form.get(FORM_TOKEN))) {
      // Renders the page again with a new token and everything that was typed.
      refresh();
      return refused(words.refusal.out_of_date);
    }

    const questions = await checkoutQuestionsOf(cart);
    // Conditions that changed since the page was rendered must be shown before they can be accepted.
    if (form.get(TERMS_SHOWN) !== termsShown(questions)) refresh();
    const { isPhoneRequired } = questions;
    const errorWords = { buyer: words.error, answers: Questions.error };
    const schema = detailsSchema(formQuestionsOf(questions), { fields, isPhoneRequired }, errorWords);
    const details = schema.safeParse({ ...valuesOf(form), ...buyerTyped });
    if (!details.success) return { fieldErrors: firstErrors(details.error.issues), values };

    const { answers, acceptedTerms, ...buyer } = details.data;
    const given = buyerAnswers({ answers, acceptedTerms }, questions);
    const lock = await lockForBuyer({ purchase, cart }, buyer, given, locale);
    if (lock.result === "payment_due") return redirect({ href: "/checkout/pay", locale });
    if (lock.result === "refused") {
      const fieldErrors = errorsOf(lock.problems, questions, errorWords);
      if (Object.keys(fieldErrors).length > 0) return { fieldErrors, values };
      if (lock.refusal === "already_paid") return redirect({ href: "/checkout/pay/checking", locale });
      return refused(words.refusal[lock.refusal]);
    }
    const { paid, saleKeys } = lock;
    if (paid === "paid") {
      await rememberOrder(saleKeys);
      return redirectToTickets(saleKeys, locale);
    }
    if (paid === "mixed") return redirect({ href: "/checkout/receipt", locale });
    if (paid === "not_known" || paid === "joined") return redirect({ href: "/checkout/pay/checking", locale });
    if (paid === "not_written") return refused(words.refusal.not_written);
    return refused(paid === "unpaid" ? words.refusal.reservation_expired : payWords.refusal[paid]);
  },
  async ({ form, locale }) => {
    const { lost } = (await getMessages({ locale })).Cart;
    // Includes the hidden fields, so that the form can be sent again even if the page cannot render the order.
    return { message: lost.no_answer, values: valuesOf(form) };
  },
);
