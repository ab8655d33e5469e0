import "server-only";

import { refresh } from "next/cache";
import { getMessages } from "next-intl/server";
import type { Answer, Sent } from "#app/[locale]/form-action.ts";
import { answerError, inputName, ofGuest } from "#lib/checkout/details/answers.ts";
import { typedAnswers } from "#lib/checkout/details/buyer-answers.ts";
import { questionsSchema } from "#lib/checkout/details/questions-schema.ts";
import { firstErrors, valuesOf } from "#lib/forms/form.ts";
import type { TicketOfSale } from "#lib/orders/tickets.ts";
import { setGuestAnswers } from "#lib/ticketing/admissions.ts";
import { getEvent } from "#lib/ticketing/events.ts";
import { guestFieldsOf } from "./guest-questions.ts";
import type { GuestState } from "./guest-state.ts";

type Handler = (sent: Sent) => Promise<Answer<GuestState>>;

/** Returns the handler that saves a guest's answers for the ticket of the form's link, and the one for an unanswered call. */
export function saveGuestAnswers(
  findTicket: (form: FormData) => Promise<TicketOfSale | undefined>,
): readonly [handler: Handler, unanswered: Handler] {
  return [
    async ({ form, locale }) => {
      const { Questions, Guests } = await getMessages({ locale });
      const ticket = await findTicket(form);
      if (ticket === undefined) return { message: Guests.closed };
      const { saleKey, admission } = ticket;
      const event = admission.eventId === undefined ? undefined : await getEvent(admission.eventId);
      const fields = guestFieldsOf(event, admission);
      const prefix = ofGuest(admission.ticketTypeId, admission.id);
      const schema = questionsSchema({ sections: [{ prefix, fields }], terms: [] }, Questions.error);
      const values = typedAnswers(form);
      const typed = schema.safeParse(valuesOf(form));
      if (!typed.success) return { fieldErrors: firstErrors(typed.error.issues), values };

      const saved = await setGuestAnswers(saleKey, admission.id, typed.data.answers[prefix] ?? {});
      if (saved.ok) {
        refresh();
        return { saved: true };
      }
      if (saved.refusal === "closed") return { message: Guests.closed, values };
      const fieldErrors = Object.fromEntries(
        saved.problems.flatMap(({ name, problem }) => {
          const field = fields.find((one) => one.name === name);
          return field ? [[inputName(prefix, field), answerError(field, problem, Questions.error)]] : [];
        }),
      );
      const hasFieldError = Object.keys(fieldErrors).length > 0;
      return { fieldErrors, ...(!hasFieldError && { message: Guests.unavailable }), values };
    },
    async ({ form, locale }) => ({
      message: (await getMessages({ locale })).Errors.lost.no_answer,
      values: typedAnswers(form),
    }),
  ];
}
