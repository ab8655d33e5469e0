"use server";

import { getMessages } from "next-intl/server";
import { formAction } from "#app/[locale]/form-action.ts";
import { idOf } from "#lib/catalogue/event-link.ts";
import { firstErrors, textsOf } from "#lib/forms/form.ts";
import { normalizeEmail } from "#lib/purchase/payment-owner.ts";
import { withinLimit } from "#lib/security/limits.ts";
import { visitorNetwork } from "#lib/security/visitor-network.ts";
import { messageRenderer } from "#lib/session/links/message-renderer.ts";
import { undefinedOnFault } from "#lib/ticketing/client/fault.ts";
import { joinWaitingList } from "#lib/ticketing/waiting-list.ts";
import { joinSchema } from "./join-schema.ts";
import type { JoinFields, JoinState } from "./join-state.ts";

/** Asks the service to put an address on a waiting list. The answer is the same for an address that is already on it. */
export const join = formAction<JoinState, keyof JoinFields>(
  ["email", "quantity", "date"],
  async ({ form, locale, texts }) => {
    const words = (await getMessages({ locale })).WaitingList;
    const typed = joinSchema(words).safeParse(textsOf(form, ["email", "date"]));
    if (!typed.success) return { fieldErrors: firstErrors(typed.error.issues) };
    const { email } = typed.data;
    const [eventId, quantity, eventDateId] = [idOf(form.get("event")), idOf(texts.quantity), idOf(texts.date)];
    const messages = await messageRenderer();
    if (eventId === undefined || quantity === undefined || messages === undefined) return { message: words.closed };
    if (!(await withinLimit("joinWaitingListPerNetwork", await visitorNetwork()))) return { message: words.tooMany };
    // The same answer as a success, so that it does not reveal that others have tried this address.
    if (!(await withinLimit("joinWaitingListPerEmail", normalizeEmail(email)))) return { sentTo: email };

    const waitingFor = { eventId, ...(eventDateId !== undefined && { eventDateId }) };
    const joining = { email, quantity, language: locale, messages };
    const outcome = await undefinedOnFault(joinWaitingList(waitingFor, joining));
    if (outcome === undefined) return { message: words.noAnswer };
    if (outcome.ok) return { sentTo: email };
    switch (outcome.refusal) {
      case "email_refused":
        return { fieldErrors: { email: words.wrong } };
      case "on_sale":
        return { message: words.onSale };
      case "over_limit":
        return { message: words.overLimit };
      case "no_such_quantity":
        return { message: words.noSuchQuantity };
      case "not_on_sale":
        return { message: words.closed };
    }
  },
);
