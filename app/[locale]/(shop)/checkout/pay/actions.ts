"use server";

import { refresh } from "next/cache";
import { RedirectType } from "next/navigation";
import { getMessages, getTranslations } from "next-intl/server";
import {
  redirectToTickets,
  requireOpenCheckout,
  requirePayableCheckout,
} from "#app/[locale]/(shop)/require-open-checkout.ts";
import { buttonAction, formAction } from "#app/[locale]/form-action.ts";
import { viewCart } from "#lib/cart/cart-view.ts";
import * as vouchers from "#lib/checkout/pay/apply-voucher.ts";
import { payCheckout } from "#lib/checkout/pay/pay-checkout.ts";
import { payableOrder, readPayment } from "#lib/checkout/pay/payment-methods.ts";
import { type FormState, firstErrors, valuesOf } from "#lib/forms/form.ts";
import { timeText } from "#lib/i18n/date-text.ts";
import { redirect } from "#lib/i18n/navigation.ts";
import type { Locale } from "#lib/i18n/routing.ts";
import { reservedUntil } from "#lib/purchase/cart-state.ts";
import type { OpenCheckout } from "#lib/purchase/checkout-state-of.ts";
import { PROOF } from "#lib/security/proof/proof-of-work.ts";
import { rememberOrder } from "#lib/session/bought-cookie.ts";
import { FORM_TOKEN } from "#lib/session/purchase/form-token.ts";
import type { Cart } from "#lib/ticketing/model/cart.ts";
import type { PayState } from "./pay-state.ts";
import { voucherSchema } from "./voucher-schema.ts";

/** Pays what the service says is due, once. The returned state contains nothing of the card. */
export const pay = formAction<PayState>(
  [],
  async ({ form, locale }) => {
    const { error: errorWords, refusal: words } = (await getMessages({ locale })).Pay;
    const { checkout, cart } = await requirePayableCheckout(locale);
    const payment = readPayment({ order: payableOrder(checkout.purchase, cart), form }, errorWords, new Date());
    if (!payment.ok) return { fieldErrors: payment.fieldErrors };

    const token = form.get(FORM_TOKEN);
    const outcome = await payCheckout(checkout, { payment: payment.typed, token, proof: form.get(PROOF), locale });
    switch (outcome.result) {
      case "paid":
        await rememberOrder(outcome.saleKeys);
        return redirectToTickets(outcome.saleKeys, locale);
      case "partly_paid":
        return redirect({ href: "/checkout/receipt", locale }, RedirectType.replace);
      case "checking":
        return redirect({ href: "/checkout/pay/checking", locale });
      case "details_needed":
        return redirect({ href: "/checkout", locale });
      case "proof_required":
        // The page's script solves the challenge and sends the form again.
        return { ...again(words.proof_required), challenge: outcome.challenge };
      default:
        if (outcome.refusal === "not_written") return again(await notWrittenWords(checkout, cart, locale));
        return { ...again(words[outcome.refusal]), isDeclined: outcome.refusal === "card_refused" };
    }
  },
  // This press or an earlier one may have paid.
  async ({ locale }) => redirect({ href: "/checkout/pay/checking?lost=1", locale }),
);

/** Returns the words for a payment that was not sent because of a fault of ours, with the end of the reservation. */
async function notWrittenWords({ purchase }: OpenCheckout, cart: Cart, locale: Locale): Promise<string> {
  const now = new Date();
  const [t, common] = await Promise.all([
    getTranslations({ locale, namespace: "Pay.refusal" }),
    getTranslations({ locale, namespace: "Common" }),
  ]);
  const end = reservedUntil({ cart, purchase }, now);
  if (end === undefined) return t("not_written_open");
  const { timeZone, place } = await viewCart(cart, locale, now);
  return t("not_written", { time: `${timeText(end, locale, timeZone)} ${common("placeTime", { place })}` });
}

/** Renders the page again as well, since the total, the clock or the order may have changed. */
function again(message: string) {
  refresh();
  return { message };
}

/** "Apply" beside the voucher's code. The code is stored in the visit's cookie, never in a URL. A typed card stays. */
export const applyVoucher = formAction<FormState<{ readonly voucher: string }>>(
  [],
  async ({ form, locale }) => {
    const { checkout } = await requirePayableCheckout(locale);
    const words = (await getMessages({ locale })).Pay.voucher;
    const typed = voucherSchema(words.missing).safeParse(valuesOf(form));
    if (!typed.success) return { fieldErrors: firstErrors(typed.error.issues) };
    const refused = await vouchers.applyVoucher(checkout, typed.data.voucher);
    if (refused !== undefined) return { fieldErrors: { voucher: words.refusal[refused] } };
    refresh();
    return {};
  },
  async ({ locale }) => ({ message: (await getMessages({ locale })).Pay.voucher.refusal.busy }),
);

/** "Remove voucher". */
export const removeVoucher = buttonAction(async ({ locale }) => {
  await vouchers.removeVoucher((await requireOpenCheckout(locale)).purchase);
  return "/checkout/pay";
});
