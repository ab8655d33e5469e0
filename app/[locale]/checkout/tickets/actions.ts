"use server";

import { RedirectType } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { redirectToTickets } from "#app/[locale]/require-open-checkout.ts";
import { localeOf } from "#i18n/locale-of.ts";
import { redirect } from "#i18n/navigation.ts";
import { formOf, textsOf } from "#lib/forms/form-of.ts";
import type { FormState } from "#lib/forms/form-state.ts";
import { checkoutState } from "#lib/purchase/checkout-state.ts";
import { isBuyer } from "#lib/purchase/is-buyer.ts";
import { assertSameOrigin } from "#lib/security/same-origin.ts";
import { visitorNetwork } from "#lib/security/visitor-network.ts";
import { checkoutDigestOf } from "#lib/session/visit/payment-owner.ts";
import { amendVisit, type Visit, withNewId } from "#lib/session/visit/visit-cookie.ts";
import { addOwner } from "#lib/state/attempts.ts";
import { withinLimit } from "#lib/state/limits.ts";

export type TicketsQuestion = { readonly email: string };

/** Shows the tickets to whoever names the Buyer's email. Every wrong one gets the same answer. */
export async function showTickets(
  _previous: FormState<TicketsQuestion>,
  form: FormData,
): Promise<FormState<TicketsQuestion>> {
  await assertSameOrigin();

  const typed = formOf(form);
  const locale = localeOf(typed);
  const t = await getTranslations({ locale, namespace: "TicketsQuestion" });
  const { email = "" } = textsOf(typed, ["email"]);
  const checkout = await checkoutState(new Date());
  if (checkout.state === "paid") return redirectToTickets(checkout.saleKeys, locale);
  if (checkout.state !== "email_needed") return redirect({ href: "/cart", locale });

  const { visit, attempt, saleKeys } = checkout;
  const again = { fieldErrors: {}, values: { email }, turn: Date.now() };
  if (email.trim() === "") return { ...again, fieldErrors: { email: t("missing") } };
  if (!(await mayTry(visit))) return { ...again, message: t("tooMany") };
  if (!(await isBuyer(checkout, email))) return { ...again, fieldErrors: { email: t("wrong") } };

  const mine = withNewId(visit, visit);
  if (attempt) await addOwner(attempt, checkoutDigestOf(mine.checkoutId));
  await amendVisit(mine);
  if (attempt?.state === "mixed") return redirect({ href: "/checkout/receipt", locale }, RedirectType.replace);
  return redirectToTickets(saleKeys, locale);
}

async function mayTry({ checkoutId, cartId }: Visit): Promise<boolean> {
  const limits = [
    withinLimit("showTicketsPerVisit", checkoutId),
    withinLimit("showTicketsPerCart", cartId),
    withinLimit("showTicketsPerNetwork", await visitorNetwork()),
  ];
  return !(await Promise.all(limits)).includes(false);
}
