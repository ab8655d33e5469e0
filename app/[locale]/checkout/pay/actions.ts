"use server";

import { refresh } from "next/cache";
import { RedirectType } from "next/navigation";
import { getMessages } from "next-intl/server";
import { answeredAction, unansweredState } from "#app/[locale]/answered.tsx";
import { redirectToTickets, requireOpenCheckout, requirePayable } from "#app/[locale]/require-open-checkout.ts";
import { localeOf } from "#i18n/locale-of.ts";
import { redirect } from "#i18n/navigation.ts";
import { PROOF } from "#lib/domain/proof-of-work.ts";
import { formOf } from "#lib/forms/form-of.ts";
import type { FormState } from "#lib/forms/form-state.ts";
import * as vouchers from "#lib/purchase/pay/apply-voucher.ts";
import { payableOrder, readPayment } from "#lib/purchase/pay/methods/payment-methods.ts";
import { payCheckout } from "#lib/purchase/pay/pay-checkout.ts";
import { assertSameOrigin } from "#lib/security/same-origin.ts";
import { rememberOrder } from "#lib/session/bought/bought-cookie.ts";
import { FORM_TOKEN } from "#lib/session/visit/form-token.ts";
import type { PayState } from "./pay-state.ts";
import type { PayRefusalWords } from "./refusals.ts";

type VoucherState = FormState<Record<never, never>>;

/** Pays what the service says is due, once. The returned state contains nothing of the card. */
export async function pay(_previous: PayState, form: FormData): Promise<PayState> {
  await assertSameOrigin(form);

  const typed = formOf(form);
  const { noAnswer } = (await getMessages({ locale: localeOf(typed) })).Pay;
  // A payment that may have been sent is no fault here, but leads to the checking page.
  return answeredAction(
    () => payWith(typed),
    () => unansweredState(typed, {}, noAnswer),
  );
}

async function payWith(typed: FormData): Promise<PayState> {
  const locale = localeOf(typed);
  const { error: errorWords, refusal } = (await getMessages({ locale })).Pay;
  const words: PayRefusalWords = refusal;
  const { checkout, cart } = await requirePayable(locale);
  const payment = readPayment({ order: payableOrder(checkout.visit, cart), form: typed }, errorWords, new Date());
  if (!payment.ok) return { fieldErrors: payment.fieldErrors, turn: Date.now() };

  const token = typed.get(FORM_TOKEN);
  const outcome = await payCheckout(checkout, { payment: payment.typed, token, proof: typed.get(PROOF), locale });
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
      return again(words[outcome.refusal]);
  }
}

/** "Apply" beside the voucher's code. The code goes into the visit's cookie, and into no address. A typed card stays. */
export async function applyVoucher(_previous: VoucherState, form: FormData): Promise<VoucherState> {
  await assertSameOrigin(form);

  const typed = formOf(form);
  const locale = localeOf(typed);
  const words = (await getMessages({ locale })).Pay.voucher.refusal;
  const refused = await answeredAction(
    async () => vouchers.applyVoucher((await requirePayable(locale)).checkout, String(typed.get("voucher") ?? "")),
    () => "busy",
  );
  if (refused === undefined) refresh();
  return { fieldErrors: {}, ...(refused !== undefined && { message: words[refused] }), turn: Date.now() };
}

/** "Remove voucher". */
export async function removeVoucher(form: FormData): Promise<void> {
  await assertSameOrigin(form);

  const locale = localeOf(formOf(form));
  await answeredAction(
    async () => vouchers.removeVoucher((await requireOpenCheckout(locale)).visit),
    () => undefined,
  );
  redirect({ href: "/checkout/pay", locale });
}

/** Renders the page again as well, since the total, the clock or the order may have changed. */
function again(message: string): PayState {
  refresh();
  return { fieldErrors: {}, message, turn: Date.now() };
}
