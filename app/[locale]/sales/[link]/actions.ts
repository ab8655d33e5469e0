"use server";

import { refresh } from "next/cache";
import { getTranslations } from "next-intl/server";
import { answeredAction, unansweredState } from "#app/[locale]/answered.tsx";
import { localeOf } from "#i18n/locale-of.ts";
import { redirect } from "#i18n/navigation.ts";
import { formOf, textsOf } from "#lib/forms/form-of.ts";
import type { FormState } from "#lib/forms/form-state.ts";
import { mailToGuest, type SendResult, sendAgain } from "#lib/orders/order-email.ts";
import { ticketOfLink } from "#lib/orders/ticket-of-link.ts";
import { openTickets } from "#lib/orders/tickets.ts";
import { assertSameOrigin } from "#lib/security/same-origin.ts";
import { renameHolder } from "#lib/ticketing/admissions.ts";
import { undefinedOnFault } from "#lib/ticketing/client/undefined-on-fault.ts";
import { answerForGuest } from "./answer-for-guest.ts";
import type { GuestState, MailGuestState } from "./guest-state.ts";

/** The buyer answers for the guest with one of the tickets of this link. */
export async function nameGuests(_previous: GuestState, form: FormData): Promise<GuestState> {
  await assertSameOrigin(form);

  const typed = formOf(form);
  return answerForGuest(typed, () => ticketOfLink(String(typed.get("link") ?? ""), Number(typed.get("admission"))));
}

const HOLDER_MAX = 200;

/** The buyer changes the name on one of the tickets of this link. */
export async function renameTicket(
  _previous: FormState<{ readonly holder: string }>,
  form: FormData,
): Promise<FormState<{ readonly holder: string }>> {
  await assertSameOrigin(form);

  const typed = formOf(form);
  const t = await getTranslations({ locale: localeOf(typed), namespace: "Rename" });
  const holder = (textsOf(typed, ["holder"]).holder ?? "").trim();
  const again = { fieldErrors: {}, values: { holder }, turn: Date.now() };
  if (holder === "" || holder.length > HOLDER_MAX) return { ...again, fieldErrors: { holder: t("missing") } };
  const renamed = await answeredAction(
    async () => {
      const ticket = await ticketOfLink(String(typed.get("link") ?? ""), Number(typed.get("admission")));
      if (ticket === undefined) return { ok: false, refusal: "closed" } as const;
      return renameHolder(ticket.saleKey, ticket.admission.id, holder);
    },
    () => undefined,
  );
  if (renamed === undefined) return unansweredState(typed, { holder });
  if (!renamed.ok) return { ...again, message: t(renamed.refusal === "closed" ? "closed" : "notOffered") };
  refresh();
  return { fieldErrors: {}, turn: Date.now() };
}

/** The buyer has one of the tickets of this link sent to its guest. */
export async function mailGuest(_previous: MailGuestState, form: FormData): Promise<MailGuestState> {
  await assertSameOrigin(form);

  const typed = formOf(form);
  const locale = localeOf(typed);
  const t = await getTranslations({ locale, namespace: "MailGuest" });
  const email = (textsOf(typed, ["email"]).email ?? "").trim();
  const answered = { values: { email }, turn: Date.now() };
  const ticket = { link: String(typed.get("link") ?? ""), admissionId: Number(typed.get("admission")) };
  const result = (await undefinedOnFault(mailToGuest(ticket, { email, language: locale }))) ?? "noAnswer";
  if (result === "sent") return { ...answered, fieldErrors: {}, sent: t("sent", { email }) };
  if (result === "missing" || result === "wrong") return { ...answered, fieldErrors: { email: t(result) } };
  return { ...answered, fieldErrors: {}, message: t(result) };
}

/** "Send again": has the tickets sent to the buyer, and shows the result on the page about the order's mail. */
export async function sendTicketsAgain(form: FormData): Promise<void> {
  await assertSameOrigin(form);

  const typed = formOf(form);
  const link = String(typed.get("link") ?? "");
  const opened = await undefinedOnFault(openTickets(link).then((sales) => ({ sales })));
  if (opened && opened.sales === undefined)
    redirect({ href: `/sales/${encodeURIComponent(link)}`, locale: localeOf(typed) });
  const result: SendResult = opened?.sales
    ? await sendAgain(opened.sales).catch(() => "not_sent" as const)
    : "not_sent";
  redirect({ href: `/sales/${link}/email?result=${result}`, locale: localeOf(typed) });
}
