import "server-only";

import { refresh } from "next/cache";
import { getMessages } from "next-intl/server";
import { answeredAction, unansweredState } from "#app/[locale]/answered.tsx";
import { localeOf } from "#i18n/locale-of.ts";
import { answerError } from "#lib/forms/answer-error.ts";
import { inputName, ofGuest } from "#lib/forms/answers.ts";
import { firstErrors } from "#lib/forms/first-errors.ts";
import { valuesOf } from "#lib/forms/form-of.ts";
import { questionsSchema } from "#lib/forms/questions-schema.ts";
import type { TicketOfSale } from "#lib/orders/ticket-of-link.ts";
import { typedAnswers } from "#lib/purchase/details/buyer-answers.ts";
import { setGuestAnswers } from "#lib/ticketing/admissions.ts";
import { getEvent } from "#lib/ticketing/events.ts";
import { guestFieldsOf } from "./guest-questions.ts";
import type { GuestState } from "./guest-state.ts";

/** Saves a guest's answers for the Admission of a link that the sender has shown, and returns the form's next state. */
export async function answerForGuest(
  form: FormData,
  findTicket: () => Promise<TicketOfSale | undefined>,
): Promise<GuestState> {
  return answeredAction(
    async () => save(await findTicket(), form),
    () => unansweredState(form, typedAnswers(form)),
  );
}

async function save(ticket: TicketOfSale | undefined, form: FormData): Promise<GuestState> {
  const { Questions, Guests } = await getMessages({ locale: localeOf(form) });
  if (ticket === undefined) return { fieldErrors: {}, message: Guests.closed, turn: Date.now() };
  const { saleKey, admission } = ticket;
  const event = admission.eventId === undefined ? undefined : await getEvent(admission.eventId);
  const fields = guestFieldsOf(event, admission);
  const prefix = ofGuest(admission.ticketTypeId, admission.id);
  const schema = questionsSchema({ sections: [{ prefix, fields }], terms: [] }, Questions.error);
  const invalid = { values: typedAnswers(form), turn: Date.now() };
  const typed = schema.safeParse(valuesOf(form));
  if (!typed.success) return { fieldErrors: firstErrors(typed.error.issues), ...invalid };

  const saved = await setGuestAnswers(saleKey, admission.id, typed.data.answers[prefix] ?? {});
  if (saved.ok) {
    refresh();
    return { fieldErrors: {}, saved: true, turn: Date.now() };
  }
  if (saved.refusal === "closed") return { fieldErrors: {}, message: Guests.closed, ...invalid };
  const fieldErrors = Object.fromEntries(
    saved.problems.flatMap(({ name, problem }) => {
      const field = fields.find((one) => one.name === name);
      return field ? [[inputName(prefix, field), answerError(field, problem, Questions.error)]] : [];
    }),
  );
  const hasFieldError = Object.keys(fieldErrors).length > 0;
  return { fieldErrors, ...(!hasFieldError && { message: Guests.unavailable }), ...invalid };
}
