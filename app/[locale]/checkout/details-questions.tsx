import "server-only";

import { getMessages, getTranslations } from "next-intl/server";
import type { QuestionsProps } from "#components/forms/questions.tsx";
import { OF_BUYER, ofGuest } from "#lib/checkout/details/answers.ts";
import { inputsBefore } from "#lib/checkout/details/buyer-answers.ts";
import { type CheckoutQuestions, hasQuestions, termName } from "#lib/checkout/details/checkout-questions.ts";
import type { Locale } from "#lib/i18n/routing.ts";
import { fill } from "#lib/i18n/words.ts";
import type { Cart } from "#lib/ticketing/model/cart.ts";
import { isPersonal } from "#lib/ticketing/model/field.ts";

/** Returns the promoters' questions as the details page shows them; `undefined` where there are none. */
export async function detailsQuestions(
  cart: Cart,
  questions: CheckoutQuestions,
  locale: Locale,
): Promise<QuestionsProps | undefined> {
  if (!hasQuestions(questions)) return undefined;
  const { Questions: words, Details } = await getMessages({ locale });
  const t = await getTranslations({ locale, namespace: "Questions" });
  const isOfSeveral = questions.groups.some(({ eventName }) => eventName !== undefined);
  return {
    ofBuyer: questions.groups.map(({ eventName, fields }) => ({
      prefix: OF_BUYER,
      fields,
      title: eventName ?? (isOfSeveral ? words.all : words.title),
    })),
    ofGuests: questions.guests.map(({ ticketTypeId, nth, ticketTypeName, fields }, index) => ({
      prefix: ofGuest(ticketTypeId, nth),
      fields,
      title: fill(words.ticket, { number: index + 1, name: ticketTypeName }),
      asksPerson: fields.some(isPersonal),
      mayAnswerLater: true,
    })),
    terms: questions.terms.map(({ url, events }) => ({
      name: termName(url),
      label: t.rich("terms", {
        events: events.join(", "),
        link: (text) => (
          <a href={url} target="_blank" rel="noopener noreferrer" className="underline underline-offset-4">
            {text}
          </a>
        ),
      }),
    })),
    given: await inputsBefore(
      cart.sales.map(({ key }) => key),
      questions,
    ),
    locale,
    words: { ...words, optional: Details.optional },
  };
}
