"use server";

import { getTranslations } from "next-intl/server";
import { localeOf } from "#i18n/locale-of.ts";
import { formOf } from "#lib/forms/form-of.ts";
import { ticketOfLink } from "#lib/orders/ticket-of-link.ts";
import { assertSameOrigin } from "#lib/security/same-origin.ts";
import { answerForGuest } from "./answer-for-guest.ts";
import type { GuestState } from "./guest-state.ts";

/** The buyer answers for the guest with one of the tickets of this link. */
export async function nameGuests(_previous: GuestState, form: FormData): Promise<GuestState> {
  await assertSameOrigin();

  const typed = formOf(form);
  const locale = localeOf(typed);
  const ticket = await ticketOfLink(String(typed.get("link") ?? ""), Number(typed.get("admission")));
  if (ticket !== undefined) return answerForGuest(ticket, typed, locale);
  const t = await getTranslations({ locale, namespace: "Guests" });
  return { fieldErrors: {}, message: t("closed"), turn: Date.now() };
}
