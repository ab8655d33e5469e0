"use server";

import { RedirectType } from "next/navigation";
import { getMessages } from "next-intl/server";
import { formAction } from "#app/[locale]/form-action.ts";
import { emailSchema } from "#lib/forms/email-schema.ts";
import { type FormState, firstErrors } from "#lib/forms/form.ts";
import { redirect } from "#lib/i18n/navigation.ts";
import { findOrders } from "#lib/orders/find-orders.ts";
import { visitorNetwork } from "#lib/security/visitor-network.ts";
import { undefinedOnFault } from "#lib/ticketing/client/fault.ts";

/** Mails the links of an address's orders to it. The next page is the same whether or not there are any. */
export const findTickets = formAction<FormState<{ readonly email: string }>, "email">(
  ["email"],
  async ({ texts, locale }) => {
    const words = (await getMessages({ locale })).FindTickets;
    const typed = emailSchema(words).safeParse(texts);
    if (!typed.success) return { fieldErrors: firstErrors(typed.error.issues) };
    const { email } = typed.data;
    const result = (await undefinedOnFault(findOrders(email, locale, await visitorNetwork()))) ?? "noAnswer";
    if (result === "accepted") return redirect({ href: "/find-tickets?sent=1", locale }, RedirectType.push);
    return result === "wrong" ? { fieldErrors: { email: words.wrong } } : { message: words[result] };
  },
);
