import "server-only";

import { getMessages } from "next-intl/server";
import type { QuestionsProps } from "#components/forms/questions.tsx";
import { inputsOf, ofGuest } from "#lib/checkout/details/answers.ts";
import { inDisplayOrder } from "#lib/checkout/details/questions.ts";
import type { Locale } from "#lib/i18n/routing.ts";
import type { Admission } from "#lib/ticketing/model/admission.ts";
import type { Event } from "#lib/ticketing/model/event.ts";
import { type Answers, type GuestField, guestFieldsFor, isPersonal } from "#lib/ticketing/model/field.ts";

/** Returns the questions to the guest with this ticket, in the order of the page. */
export function guestFieldsOf(event: Event | undefined, { ticketTypeId }: Admission): readonly GuestField[] {
  return inDisplayOrder(guestFieldsFor(event?.guestFields ?? [], ticketTypeId));
}

type Copy = { readonly label: string; readonly answers: Answers };

/** Returns these questions as the form shows them, with the answers so far and the `copies` that a button fills in. */
export async function guestQuestions(
  fields: readonly GuestField[],
  { id, ticketTypeId, answers }: Admission,
  locale: Locale,
  copies: readonly Copy[] = [],
): Promise<QuestionsProps> {
  const { Questions: words, Details } = await getMessages({ locale });
  const prefix = ofGuest(ticketTypeId, id);
  const isUseful = ({ answers }: Copy) => fields.some(({ name }) => (answers[name] ?? "") !== "");
  return {
    ofBuyer: [],
    ofGuests: [{ prefix, fields, copies: copies.filter(isUseful) }],
    terms: [],
    given: Object.assign({}, ...fields.map((field) => inputsOf(prefix, field, answers[field.name] ?? ""))),
    locale,
    words: { ...words, guests: "", optional: Details.optional },
  };
}

/** Returns the answers without those that belong to one person, such as a name. */
export function withoutPerson(fields: readonly GuestField[], answers: Answers): Answers {
  const alike = fields.filter((field) => !isPersonal(field));
  return Object.fromEntries(alike.map(({ name }) => [name, answers[name] ?? ""]));
}
