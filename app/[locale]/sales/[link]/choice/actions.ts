"use server";

import { RedirectType } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { answeredAction, unansweredState } from "#app/[locale]/answered.tsx";
import { localeOf } from "#i18n/locale-of.ts";
import { redirect } from "#i18n/navigation.ts";
import { parseOption } from "#lib/domain/payment/date-choice.ts";
import { formOf, textsOf } from "#lib/forms/form-of.ts";
import { mayTryAsBuyer } from "#lib/orders/buyer-tries.ts";
import { makeChoice, openChoices } from "#lib/orders/date-choices.ts";
import { isBuyerOf } from "#lib/orders/is-buyer-of.ts";
import { openTickets } from "#lib/orders/tickets.ts";
import { assertSameOrigin } from "#lib/security/same-origin.ts";
import { wereBoughtHere } from "#lib/session/bought/bought-cookie.ts";
import type { ChoiceState } from "./choice-state.ts";

/** The results after which there is no other choice to make. */
const DONE = ["kept", "moved", "refunded", "returned", "under_way", "not_known"] as const;

/** The buyer confirms a choice for the tickets of a cancelled date. The device that paid needs no email. */
export async function confirmChoice(_previous: ChoiceState, form: FormData): Promise<ChoiceState> {
  await assertSameOrigin(form);
  const typed = formOf(form);
  return answeredAction(
    () => choose(typed),
    () => unansweredState(typed, textsOf(typed, ["email"])),
  );
}

async function choose(typed: FormData): Promise<ChoiceState> {
  const locale = localeOf(typed);
  const link = String(typed.get("link") ?? "");
  const sales = await openTickets(link);
  if (sales === undefined)
    return redirect({ href: `/sales/${encodeURIComponent(link)}`, locale }, RedirectType.replace);

  const [t, tRefund] = await Promise.all([
    getTranslations({ locale, namespace: "DateChoice" }),
    getTranslations({ locale, namespace: "Refund" }),
  ]);
  const { email = "" } = textsOf(typed, ["email"]);
  const again = { fieldErrors: {}, values: { email }, turn: Date.now() };
  const option = parseOption(typed.get("to"));
  const open = openChoices(sales).find(({ id }) => id === typed.get("of"));
  if (option === undefined) return { ...again, message: t("closed") };
  if (!(await wereBoughtHere(sales.map(({ sale }) => sale.key)))) {
    if (email.trim() === "") return { ...again, fieldErrors: { email: tRefund("missing") } };
    if (!(await mayTryAsBuyer(sales))) return { ...again, message: tRefund("tooMany") };
    if (!(await isBuyerOf(sales, email))) return { ...again, fieldErrors: { email: tRefund("wrong") } };
  }
  // An earlier press or another window has chosen: the page shows what.
  const result = open === undefined ? "closed" : await makeChoice(open, option);
  if (result === "closed") return redirect({ href: `/sales/${link}/choice?done=closed`, locale }, RedirectType.replace);
  const done = DONE.find((one) => one === result);
  if (done === undefined) return { ...again, message: t(result as Exclude<typeof result, (typeof DONE)[number]>) };
  return redirect({ href: `/sales/${link}/choice?done=${done}`, locale }, RedirectType.replace);
}
