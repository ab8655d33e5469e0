"use server";

import { RedirectType } from "next/navigation";
import { getMessages } from "next-intl/server";
import { linkOf, requireTicketsOfForm } from "#app/[locale]/(shop)/sales/[link]/tickets-of-form.ts";
import { formAction } from "#app/[locale]/form-action.ts";
import { type FormState, firstErrors } from "#lib/forms/form.ts";
import { redirect } from "#lib/i18n/navigation.ts";
import { changeEmail, type NewEmail, sendAgain } from "#lib/mail/order-email.ts";
import { replaceLink } from "#lib/orders/replace-link.ts";
import { wereBoughtHere } from "#lib/session/bought-cookie.ts";
import { foundLinkEnd } from "#lib/session/links/links.ts";
import { undefinedOnFault } from "#lib/ticketing/client/fault.ts";
import { changeEmailSchema } from "./change-email-schema.ts";

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
    const asksCurrent = !(await wereBoughtHere(sales.map(({ sale }) => sale.key)));
    const typed = changeEmailSchema(words, asksCurrent).safeParse(texts);
    if (!typed.success) return { fieldErrors: firstErrors(typed.error.issues) };
    const result = (await undefinedOnFault(changeEmail(sales, typed.data, locale))) ?? "noAnswer";
    if (result === "changed") {
      // After the change, so that no message to the old address is rendered with the new link.
      const fresh = await replaceLink(sales.map(({ sale }) => sale.key));
      const mailed = (await undefinedOnFault(sendAgain(sales))) ?? "not_sent";
      return redirect({ href: `/sales/${fresh}/email?result=${mailed}&changed=1`, locale }, RedirectType.replace);
    }
    if (result === "wrong") return { fieldErrors: { email: words.wrong } };
    if (result === "wrongCurrent") return { fieldErrors: { currentEmail: words.wrongCurrent } };
    return { message: words[result] };
  },
);
