"use server";

import { RedirectType } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { redirectToTickets } from "#app/[locale]/(shop)/require-open-checkout.ts";
import { formAction } from "#app/[locale]/form-action.ts";
import { showTicketsFor } from "#lib/checkout/outcome/show-tickets.ts";
import { emailSchema } from "#lib/forms/email-schema.ts";
import type { FormState } from "#lib/forms/form.ts";
import { redirect } from "#lib/i18n/navigation.ts";
import { rememberOrder } from "#lib/session/bought-cookie.ts";

/** Shows the tickets to a browser whose user enters the Buyer's email. Every wrong email gets the same answer. */
export const showTickets = formAction<FormState<{ readonly email: string }>, "email">(
  ["email"],
  async ({ texts, locale }) => {
    const t = await getTranslations({ locale, namespace: "TicketsQuestion" });
    const { data: typed } = emailSchema({ missing: t("missing") }).safeParse(texts);
    const outcome = await showTicketsFor(typed?.email);
    if (outcome.result === "shown") {
      await rememberOrder(outcome.saleKeys);
      return redirectToTickets(outcome.saleKeys, locale);
    }
    if (outcome.result === "partly_paid") return redirect({ href: "/checkout/receipt", locale }, RedirectType.replace);
    if (outcome.result === "not_paid") return redirect({ href: "/cart", locale });

    const message = t(outcome.refusal);
    return outcome.refusal === "tooMany" ? { message } : { fieldErrors: { email: message } };
  },
);
