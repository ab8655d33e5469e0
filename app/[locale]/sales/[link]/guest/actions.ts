"use server";

import { answerForGuest } from "#app/[locale]/sales/[link]/answer-for-guest.ts";
import type { GuestState } from "#app/[locale]/sales/[link]/guest-state.ts";
import { formOf } from "#lib/forms/form-of.ts";
import { openGuestTicket } from "#lib/orders/guest-ticket.ts";
import { assertSameOrigin } from "#lib/security/same-origin.ts";

/** The guest answers, for the one ticket that the link opens. */
export async function nameMyself(_previous: GuestState, form: FormData): Promise<GuestState> {
  await assertSameOrigin(form);

  const typed = formOf(form);
  return answerForGuest(typed, () => openGuestTicket(String(typed.get("link") ?? "")));
}
