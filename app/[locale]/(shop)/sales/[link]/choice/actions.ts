"use server";

import { RedirectType } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { requireTicketsOfForm } from "#app/[locale]/(shop)/sales/[link]/tickets-of-form.ts";
import { formAction } from "#app/[locale]/form-action.ts";
import { emailSchema } from "#lib/forms/email-schema.ts";
import { type FormState, firstErrors } from "#lib/forms/form.ts";
import { redirect } from "#lib/i18n/navigation.ts";
import { mayTryAsBuyer } from "#lib/orders/buyer-tries.ts";
import { makeChoice, openChoices } from "#lib/orders/date-choices.ts";
import { isBuyerOf } from "#lib/orders/is-buyer-of.ts";
import { wereBoughtHere } from "#lib/session/bought-cookie.ts";
import { parseOption } from "#lib/ticketing/model/sale.ts";

/** The results after which there is no other choice to make. */
const DONE = ["kept", "moved", "refunded", "returned", "under_way", "voucher_waits", "not_known"] as const;

/** The buyer confirms a choice for the tickets of a cancelled date. The device that paid needs no email. */
export const confirmChoice = formAction<FormState<{ readonly email: string }>, "email">(["email"], async (sent) => {
  const { form, locale, texts } = sent;
  const { link, sales } = await requireTicketsOfForm(sent);
  const [t, tRefund] = await Promise.all([
    getTranslations({ locale, namespace: "DateChoice" }),
    getTranslations({ locale, namespace: "Refund" }),
  ]);
  const option = parseOption(form.get("to"));
  const open = openChoices(sales).find(({ id }) => id === form.get("of"));
  if (option === undefined) return { message: t("closed") };
  if (!(await wereBoughtHere(sales.map(({ sale }) => sale.key)))) {
    const typed = emailSchema({ missing: tRefund("missing") }).safeParse(texts);
    if (!typed.success) return { fieldErrors: firstErrors(typed.error.issues) };
    if (!(await mayTryAsBuyer(sales))) return { message: tRefund("tooMany") };
    if (!(await isBuyerOf(sales, typed.data.email))) return { fieldErrors: { email: tRefund("wrong") } };
  }
  // Without an open choice, an earlier press or another window has already chosen: the page shows what.
  const result = open === undefined ? "closed" : await makeChoice(open, option);
  if (result === "closed") return redirect({ href: `/sales/${link}/choice?done=closed`, locale }, RedirectType.replace);
  const done = DONE.find((one) => one === result);
  if (done === undefined) return { message: t(result as Exclude<typeof result, (typeof DONE)[number]>) };
  return redirect({ href: `/sales/${link}/choice?done=${done}`, locale }, RedirectType.replace);
});
