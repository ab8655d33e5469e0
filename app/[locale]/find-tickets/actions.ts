"use server";

import { RedirectType } from "next/navigation";
import { getMessages } from "next-intl/server";
import { localeOf } from "#i18n/locale-of.ts";
import { redirect } from "#i18n/navigation.ts";
import { formOf, textsOf } from "#lib/forms/form-of.ts";
import type { FormState } from "#lib/forms/form-state.ts";
import { findOrders } from "#lib/orders/find-orders.ts";
import { assertSameOrigin } from "#lib/security/same-origin.ts";
import { visitorNetwork } from "#lib/security/visitor-network.ts";
import { undefinedOnFault } from "#lib/ticketing/client/undefined-on-fault.ts";

export type FindForm = { readonly email: string };

/** Has the links of an address's orders mailed to it. The next page is the same whether there are any. */
export async function findTickets(_previous: FormState<FindForm>, form: FormData): Promise<FormState<FindForm>> {
  await assertSameOrigin(form);

  const typed = formOf(form);
  const locale = localeOf(typed);
  const { email = "" } = textsOf(typed, ["email"]);
  const result = (await undefinedOnFault(findOrders(email, locale, await visitorNetwork()))) ?? "noAnswer";
  if (result === "accepted") return redirect({ href: "/find-tickets?sent=1", locale }, RedirectType.push);

  const words = (await getMessages({ locale })).FindTickets;
  const again = { values: { email }, turn: Date.now() };
  return result === "missing" || result === "wrong"
    ? { ...again, fieldErrors: { email: words[result] } }
    : { ...again, fieldErrors: {}, message: words[result] };
}
