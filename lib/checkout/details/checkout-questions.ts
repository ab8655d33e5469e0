import "server-only";

import { createHash } from "node:crypto";
import { OF_BUYER, ofGuest } from "#lib/checkout/details/answers.ts";
import type { FormQuestions } from "#lib/checkout/details/question-rules.ts";
import { inDisplayOrder, type QuestionGroup, questionGroups } from "#lib/checkout/details/questions.ts";
import { getEvent } from "#lib/ticketing/events.ts";
import type { Cart } from "#lib/ticketing/model/cart.ts";
import { type Field, type GuestField, guestFieldsFor, isPhone } from "#lib/ticketing/model/field.ts";

/** The questions and conditions of the promoters of a Cart's Events. */
export type CheckoutQuestions = {
  readonly groups: readonly QuestionGroup[];
  readonly guests: readonly GuestQuestions[];
  /** Each set of conditions once, with the names of its Events. */
  readonly terms: readonly { readonly url: string; readonly events: readonly string[] }[];
  readonly isPhoneRequired: boolean;
};

/** The questions to the Guest of the nth ticket of this TicketType. */
type GuestQuestions = {
  readonly ticketTypeId: number;
  readonly nth: number;
  readonly ticketTypeName: string;
  readonly fields: readonly GuestField[];
};

/** Returns the questions of a Cart's Events. They are read without a cache, since an answer to an old question is refused. */
export async function checkoutQuestionsOf({ sales }: Cart): Promise<CheckoutQuestions> {
  const ids = [...new Set(sales.map(({ eventId }) => eventId))];
  const events = (await Promise.all(ids.map(getEvent))).filter((event) => event !== undefined);
  const withTerms = events.flatMap(({ name, termsUrl }) => (termsUrl === undefined ? [] : [{ name, termsUrl }]));
  return {
    groups: questionGroups(events),
    guests: sales
      .flatMap(({ eventId, lines }) => {
        const fields = events.find(({ id }) => id === eventId)?.guestFields ?? [];
        return lines.flatMap(({ ticketTypeId, name, quantity }) => {
          const questions = inDisplayOrder(guestFieldsFor(fields, ticketTypeId));
          if (questions.length === 0) return [];
          return Array.from({ length: quantity }, () => ({ ticketTypeId, ticketTypeName: name, fields: questions }));
        });
      })
      .map((guest, index, all) => ({ ...guest, nth: countBefore(all, index, guest.ticketTypeId) })),
    terms: [...Map.groupBy(withTerms, ({ termsUrl }) => termsUrl)].map(([url, same]) => {
      return { url, events: same.map(({ name }) => name) };
    }),
    isPhoneRequired: events.some(({ fields }) => fields.some((field) => isPhone(field) && field.required)),
  };
}

export function fieldsOf({ groups }: CheckoutQuestions): readonly Field[] {
  return groups.flatMap(({ fields }) => fields);
}

export function hasQuestions({ groups, guests, terms }: CheckoutQuestions): boolean {
  return groups.length + guests.length + terms.length > 0;
}

/**
 * Returns the name of the checkbox for these conditions. It is derived from their URL, so that ticking old conditions does not
 * accept new ones.
 */
export function termName(url: string): string {
  return `terms-${createHash("sha256").update(url).digest("base64url").slice(0, 12)}`;
}

/** The hidden field with the conditions that the page showed. */
export const TERMS_SHOWN = "termsShown";

export function termsShown({ terms }: CheckoutQuestions): string {
  return terms.map(({ url }) => termName(url)).join(" ");
}

/** Returns what the form's schema needs to know of these questions. */
export function formQuestionsOf({ groups, guests, terms }: CheckoutQuestions): FormQuestions {
  return {
    sections: [
      ...groups.map(({ fields }) => ({ prefix: OF_BUYER, fields })),
      ...guests.map(({ ticketTypeId, nth, fields }) => {
        return { prefix: ofGuest(ticketTypeId, nth), fields, mayAnswerLater: true };
      }),
    ],
    terms: terms.map(({ url }) => termName(url)),
  };
}

function countBefore(all: readonly { readonly ticketTypeId: number }[], index: number, ticketTypeId: number): number {
  return all.slice(0, index).filter((guest) => guest.ticketTypeId === ticketTypeId).length;
}
