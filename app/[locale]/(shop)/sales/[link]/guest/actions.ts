"use server";

import type { GuestState } from "#app/[locale]/(shop)/sales/[link]/guest-state.ts";
import { saveGuestAnswers } from "#app/[locale]/(shop)/sales/[link]/save-guest-answers.ts";
import { linkOf } from "#app/[locale]/(shop)/sales/[link]/tickets-of-form.ts";
import { formAction } from "#app/[locale]/form-action.ts";
import { openGuestTicket } from "#lib/orders/tickets.ts";

/** The guest answers, for the one ticket that the link opens. */
export const nameMyself = formAction<GuestState>([], ...saveGuestAnswers((form) => openGuestTicket(linkOf(form))));
