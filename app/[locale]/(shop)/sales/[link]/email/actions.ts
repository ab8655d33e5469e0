"use server";

import { RedirectType } from "next/navigation";
import { getMessages } from "next-intl/server";
import { linkOf, requireTicketsOfForm } from "#app/[locale]/(shop)/sales/[link]/tickets-of-form.ts";
import { formAction } from "#app/[locale]/form-action.ts";
import type { FormState } from "#lib/forms/form.ts";
import { redirect } from "#lib/i18n/navigation.ts";
import { changeEmail, type NewEmail, sendAgain } from "#lib/mail/order-email.ts";
import { replaceLink } from "#lib/orders/replace-link.ts";
import { foundLinkEnd } from "#lib/session/links/links.ts";
import { undefinedOnFault } from "#lib/ticketing/client/fault.ts";

/**
 * "Change and send": corrects the buyer's address, and sends the tickets to the new one. The links in earlier mail stop
 * working, since a stranger may have got it; this device gets a new one.
 */
export const changeBuyersEmail = formAction<FormState<NewEmail>, keyof NewEmail>(
  ["email", "currentEmail"],
  async (sent) => {
    const { form, locale, texts } = sent;
    const { SendTickets: words, Sale } = await getMessages({ locale });
    // A link that lasts a day must not lead to a permanent one, mailed to an address that its holder typed.
    if ((await foundLinkEnd(linkOf(form))) !== undefined) return { message: Sale.dayLink };
    const opened = await undefinedOnFault(requireTicketsOfForm(sent));
    if (opened === undefined) return { message: words.noAnswer };
    const { sales } = opened;
    const result = (await undefinedOnFault(changeEmail(sales, texts, locale))) ?? "noAnswer";
    if (result === "changed") {
      // After the change, so that no message to the old address is rendered with the new link.
      const fresh = await replaceLink(sales.map(({ sale }) => sale.key));
      const mailed = (await undefinedOnFault(sendAgain(sales))) ?? "not_sent";
      return redirect({ href: `/sales/${fresh}/email?result=${mailed}&changed=1`, locale }, RedirectType.replace);
    }
    switch (result) {
      case "missing":
      case "wrong":
        return { fieldErrors: { email: words[result] } };
      case "missingCurrent":
        return { fieldErrors: { currentEmail: words.missing } };
      case "wrongCurrent":
        return { fieldErrors: { currentEmail: words.wrongCurrent } };
      default:
        return { message: words[result] };
    }
  },
);
