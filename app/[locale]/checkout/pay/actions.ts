"use server";

import { refresh } from "next/cache";
import { RedirectType } from "next/navigation";
import { getMessages } from "next-intl/server";
import { redirectToTickets, requireOpenCheckout } from "#app/[locale]/require-open-checkout.ts";
import { localeOf } from "#i18n/locale-of.ts";
import { redirect } from "#i18n/navigation.ts";
import { PROOF } from "#lib/domain/proof-of-work.ts";
import { CARD_FIELDS, cardSchema } from "#lib/forms/card-schema.ts";
import { firstErrors } from "#lib/forms/first-errors.ts";
import { formOf, textsOf } from "#lib/forms/form-of.ts";
import { payCheckout } from "#lib/purchase/pay/pay-checkout.ts";
import { assertSameOrigin } from "#lib/security/same-origin.ts";
import { FORM_TOKEN } from "#lib/session/visit/form-token.ts";
import type { PayState } from "./pay-state.ts";
import type { PayRefusalWords } from "./refusals.ts";

/** Pays what the service says is due, once. The answer holds nothing that was typed into the card's fields. */
export async function pay(_previous: PayState, form: FormData): Promise<PayState> {
  await assertSameOrigin();

  const typed = formOf(form);
  const locale = localeOf(typed);
  const { error: errorWords, refusal } = (await getMessages({ locale })).Pay;
  const words: PayRefusalWords = refusal;
  const checkout = await requireOpenCheckout(locale);
  if (checkout.visit.buyer === undefined) return redirect({ href: "/checkout", locale });
  const card = cardSchema(errorWords, new Date()).safeParse(textsOf(typed, CARD_FIELDS));
  if (!card.success) return { fieldErrors: firstErrors(card.error.issues), turn: Date.now() };

  const token = typed.get(FORM_TOKEN);
  const outcome = await payCheckout(checkout, { card: card.data, token, proof: typed.get(PROOF), locale });
  switch (outcome.result) {
    case "paid":
      return redirectToTickets(outcome.saleKeys, locale);
    case "partly_paid":
      return redirect({ href: "/checkout/receipt", locale }, RedirectType.replace);
    case "checking":
      return redirect({ href: "/checkout/pay/checking", locale });
    case "details_needed":
      return redirect({ href: "/checkout", locale });
    case "proof_required":
      // The page's script works it out and sends the form once more.
      return { ...again(words.proof_required), challenge: outcome.challenge };
    default:
      return again(words[outcome.refusal]);
  }
}

/** The page is drawn again too, as the total, the clock or the order may have moved. */
function again(message: string): PayState {
  refresh();
  return { fieldErrors: {}, message, turn: Date.now() };
}
