import "server-only";

import { refresh } from "next/cache";
import { getMessages } from "next-intl/server";
import type { Locale } from "#i18n/routing.ts";
import { guestFieldsFor } from "#lib/domain/questions/field.ts";
import { answersIn, inputName, ofGuest } from "#lib/forms/answers.ts";
import { answerError, typedAnswers } from "#lib/purchase/details/buyer-answers.ts";
import { setGuestAnswers } from "#lib/ticketing/admissions.ts";
import { getEvent } from "#lib/ticketing/events.ts";
import type { GuestState } from "./guest-state.ts";
import type { TicketOfSale } from "./ticket-of-link.ts";

/** Hands a guest's answers on for an Admission that the asker has shown a link to, and says what came of it. */
export async function answerForGuest(
  { saleKey, admission }: TicketOfSale,
  typed: FormData,
  locale: Locale,
): Promise<GuestState> {
  const { Questions, Guests } = await getMessages({ locale });
  const event = admission.eventId === undefined ? undefined : await getEvent(admission.eventId);
  const fields = guestFieldsFor(event?.guestFields ?? [], admission.ticketTypeId);
  const prefix = ofGuest(admission.ticketTypeId, admission.id);
  const named = await setGuestAnswers(saleKey, admission.id, answersIn(typed, prefix, fields));
  const turn = Date.now();
  if (named.ok) {
    refresh();
    return { fieldErrors: {}, saved: true, turn };
  }
  const values = typedAnswers(typed);
  if (named.refusal === "closed") return { fieldErrors: {}, message: Guests.closed, values, turn };
  const fieldErrors = Object.fromEntries(
    named.problems.flatMap(({ name, problem }) => {
      const field = fields.find((one) => one.name === name);
      return field ? [[inputName(prefix, field), answerError(field, problem, Questions.error)]] : [];
    }),
  );
  const isNamed = Object.keys(fieldErrors).length > 0;
  return { fieldErrors, ...(!isNamed && { message: Guests.unavailable }), values, turn };
}
