"use server";

import { formAction } from "#app/[locale]/form-action.ts";
import type { GuestState } from "#app/[locale]/sales/[link]/guest-state.ts";
import { saveGuestAnswers } from "#app/[locale]/sales/[link]/save-guest-answers.ts";
import { linkOf } from "#app/[locale]/sales/[link]/tickets-of-form.ts";
import { openGuestTicket } from "#lib/orders/tickets.ts";

/** The guest answers, for the one ticket that the link opens. */
export const nameMyself = formAction<GuestState>([], ...saveGuestAnswers((form) => openGuestTicket(linkOf(form))));
