"use server";

import { RedirectType } from "next/navigation";
import { getMessages } from "next-intl/server";
import { formAction } from "#app/[locale]/form-action.ts";
import type { FormState } from "#lib/forms/form.ts";
import { redirect } from "#lib/i18n/navigation.ts";
import { findOrders } from "#lib/orders/find-orders.ts";
import { visitorNetwork } from "#lib/security/visitor-network.ts";
import { undefinedOnFault } from "#lib/ticketing/client/fault.ts";

/** Mails the links of an address's orders to it. The next page is the same whether or not there are any. */
export const findTickets = formAction<FormState<{ readonly email: string }>, "email">(
  ["email"],
  async ({ texts, locale }) => {
    const result = (await undefinedOnFault(findOrders(texts.email, locale, await visitorNetwork()))) ?? "noAnswer";
    if (result === "accepted") return redirect({ href: "/find-tickets?sent=1", locale }, RedirectType.push);

    const words = (await getMessages({ locale })).FindTickets;
    return result === "missing" || result === "wrong"
      ? { fieldErrors: { email: words[result] } }
      : { message: words[result] };
  },
);
