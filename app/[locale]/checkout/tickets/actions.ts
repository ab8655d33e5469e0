"use server";

import { RedirectType } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { answeredAction, unansweredState } from "#app/[locale]/answered.tsx";
import { redirectToTickets } from "#app/[locale]/require-open-checkout.ts";
import { localeOf } from "#i18n/locale-of.ts";
import { redirect } from "#i18n/navigation.ts";
import type { Locale } from "#i18n/routing.ts";
import { formOf, textsOf } from "#lib/forms/form-of.ts";
import type { FormState } from "#lib/forms/form-state.ts";
import { showTicketsFor } from "#lib/purchase/tickets/show-tickets.ts";
import { assertSameOrigin } from "#lib/security/same-origin.ts";
import { rememberOrder } from "#lib/session/bought/bought-cookie.ts";

export type TicketsQuestion = { readonly email: string };

/** Shows the tickets to a browser whose user enters the Buyer's email. Every wrong email gets the same answer. */
export async function showTickets(
  _previous: FormState<TicketsQuestion>,
  form: FormData,
): Promise<FormState<TicketsQuestion>> {
  await assertSameOrigin(form);

  const typed = formOf(form);
  const email = textsOf(typed, ["email"]);
  return answeredAction(
    () => showTo(email, localeOf(typed)),
    () => unansweredState(typed, email),
  );
}

async function showTo({ email = "" }: Partial<TicketsQuestion>, locale: Locale): Promise<FormState<TicketsQuestion>> {
  const outcome = await showTicketsFor(email);
  if (outcome.result === "shown") {
    await rememberOrder(outcome.saleKeys);
    return redirectToTickets(outcome.saleKeys, locale);
  }
  if (outcome.result === "partly_paid") return redirect({ href: "/checkout/receipt", locale }, RedirectType.replace);
  if (outcome.result === "not_paid") return redirect({ href: "/cart", locale });

  const t = await getTranslations({ locale, namespace: "TicketsQuestion" });
  const message = t(outcome.refusal);
  const again = { values: { email }, turn: Date.now() };
  return outcome.refusal === "tooMany"
    ? { ...again, fieldErrors: {}, message }
    : { ...again, fieldErrors: { email: message } };
}
