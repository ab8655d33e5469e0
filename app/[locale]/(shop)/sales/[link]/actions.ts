"use server";

import { refresh } from "next/cache";
import { getTranslations } from "next-intl/server";
import { buttonAction, formAction } from "#app/[locale]/form-action.ts";
import { emailSchema } from "#lib/forms/email-schema.ts";
import { type FormState, firstErrors } from "#lib/forms/form.ts";
import { mailToGuest, sendAgain } from "#lib/mail/order-email.ts";
import { ticketOfLink } from "#lib/orders/tickets.ts";
import { renameHolder } from "#lib/ticketing/admissions.ts";
import { undefinedOnFault } from "#lib/ticketing/client/fault.ts";
import type { GuestState, MailGuestState } from "./guest-state.ts";
import { holderSchema } from "./holder-schema.ts";
import { saveGuestAnswers } from "./save-guest-answers.ts";
import { linkOf, requireTicketsOfForm } from "./tickets-of-form.ts";

const ticketOf = (form: FormData) => ({ link: linkOf(form), admissionId: Number(form.get("admission")) });

/** The buyer answers for the guest with one of the tickets of this link. */
export const nameGuests = formAction<GuestState>(
  [],
  ...saveGuestAnswers((form) => ticketOfLink(linkOf(form), ticketOf(form).admissionId)),
);

/** The buyer changes the name on one of the tickets of this link. */
export const renameTicket = formAction<FormState<{ readonly holder: string }>, "holder">(
  ["holder"],
  async ({ form, locale, texts }) => {
    const t = await getTranslations({ locale, namespace: "Rename" });
    const typed = holderSchema({ missing: t("missing") }).safeParse(texts);
    if (!typed.success) return { fieldErrors: firstErrors(typed.error.issues) };
    const { link, admissionId } = ticketOf(form);
    const ticket = await ticketOfLink(link, admissionId);
    if (ticket === undefined) return { message: t("closed") };
    const renamed = await renameHolder(ticket.saleKey, ticket.admission.id, typed.data.holder);
    if (!renamed.ok) return { message: t(renamed.refusal === "closed" ? "closed" : "notOffered") };
    refresh();
    return {};
  },
);

/** The buyer has one of the tickets of this link sent to its guest. */
export const mailGuest = formAction<MailGuestState, "email">(["email"], async ({ form, locale, texts }) => {
  const t = await getTranslations({ locale, namespace: "MailGuest" });
  const typed = emailSchema({ missing: t("missing"), wrong: t("wrong") }).safeParse(texts);
  if (!typed.success) return { fieldErrors: firstErrors(typed.error.issues) };
  const { email } = typed.data;
  const result = (await undefinedOnFault(mailToGuest(ticketOf(form), { email, language: locale }))) ?? "noAnswer";
  if (result === "sent") return { sent: t("sent", { email }) };
  return result === "wrong" ? { fieldErrors: { email: t(result) } } : { message: t(result) };
});

/** "Send again": has the tickets sent to the buyer, and shows the result on the page about the order's mail. */
export const sendTicketsAgain = buttonAction(
  async (sent) => {
    const sending = requireTicketsOfForm(sent).then(({ sales }) => sendAgain(sales));
    const result = (await undefinedOnFault(sending)) ?? "not_sent";
    return `/sales/${linkOf(sent.form)}/email?result=${result}`;
  },
  ({ form }) => `/sales/${encodeURIComponent(linkOf(form))}/email?result=not_sent`,
);
