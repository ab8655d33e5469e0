"use server";

import { guestAction } from "#app/[locale]/sales/[link]/guest-action.ts";
import { linkOf } from "#app/[locale]/sales/[link]/tickets-of-form.ts";
import { openGuestTicket } from "#lib/orders/ticket-of-link.ts";

/** The guest answers, for the one ticket that the link opens. */
export const nameMyself = guestAction((form) => openGuestTicket(linkOf(form)));
