"use server";

import { RedirectType } from "next/navigation";
import { getMessages } from "next-intl/server";
import { localeOf } from "#i18n/locale-of.ts";
import { redirect } from "#i18n/navigation.ts";
import { formOf, textsOf } from "#lib/forms/form-of.ts";
import type { FormState } from "#lib/forms/form-state.ts";
import { changeEmail, type NewEmail, sendAgain } from "#lib/orders/order-email.ts";
import { replaceLink } from "#lib/orders/replace-link.ts";
import { openTickets } from "#lib/orders/tickets.ts";
import { assertSameOrigin } from "#lib/security/same-origin.ts";
import { foundLinkEnd } from "#lib/session/links/found-link.ts";
import { undefinedOnFault } from "#lib/ticketing/client/undefined-on-fault.ts";

/**
 * "Change and send": corrects the buyer's address, and sends the tickets to the new one. The links in earlier mail stop
 * working, since a stranger may have got it; this device gets a new one.
 */
export async function changeBuyersEmail(_previous: FormState<NewEmail>, form: FormData): Promise<FormState<NewEmail>> {
  await assertSameOrigin(form);

  const typed = formOf(form);
  const locale = localeOf(typed);
  const link = String(typed.get("link") ?? "");
  const { email = "", currentEmail = "" } = textsOf(typed, ["email", "currentEmail"]);
  const { SendTickets: words, Sale } = await getMessages({ locale });
  const again = { values: { email, currentEmail }, turn: Date.now() };
  // A lasting link would go to an address that the visitor typed.
  if ((await foundLinkEnd(link)) !== undefined) return { ...again, fieldErrors: {}, message: Sale.dayLink };
  const opened = await undefinedOnFault(openTickets(link).then((sales) => ({ sales })));
  if (opened === undefined) return { ...again, fieldErrors: {}, message: words.noAnswer };
  const { sales } = opened;
  if (sales === undefined)
    return redirect({ href: `/sales/${encodeURIComponent(link)}`, locale }, RedirectType.replace);
  const result = await changeEmail(sales, { email, currentEmail }, locale).catch(() => "noAnswer" as const);
  if (result === "changed") {
    // After the change: no message to the old address is rendered with a link from now on.
    const fresh = await replaceLink(sales.map(({ sale }) => sale.key));
    const sent = await sendAgain(sales).catch(() => "not_sent" as const);
    return redirect({ href: `/sales/${fresh}/email?result=${sent}`, locale }, RedirectType.replace);
  }
  switch (result) {
    case "missing":
    case "wrong":
      return { ...again, fieldErrors: { email: words[result] } };
    case "missingCurrent":
      return { ...again, fieldErrors: { currentEmail: words.missing } };
    case "wrongCurrent":
      return { ...again, fieldErrors: { currentEmail: words.wrongCurrent } };
    default:
      return { ...again, fieldErrors: {}, message: words[result] };
  }
}
