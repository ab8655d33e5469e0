import "server-only";

import { answerError, inputName, inputsOf, isQuestionInput, OF_BUYER, ofGuest } from "#lib/checkout/details/answers.ts";
import type { DetailsErrorWords } from "#lib/checkout/details/details-schema.ts";
import type { FormAnswers } from "#lib/checkout/details/questions-schema.ts";
import { answersBefore, type BuyerAnswers } from "#lib/purchase/read-sales.ts";
import { isRequired } from "#lib/ticketing/model/buyer.ts";
import type { AnswerProblem } from "#lib/ticketing/model/field.ts";
import { fieldOfWireName } from "#lib/ticketing/wire/purchase/buyer-field-names.ts";
import { type CheckoutQuestions, fieldsOf, termName } from "./checkout-questions.ts";

/** Returns the answers of the details form as the service takes them. */
export function buyerAnswers({ answers, acceptedTerms }: FormAnswers, questions: CheckoutQuestions): BuyerAnswers {
  return {
    answers: answers[OF_BUYER] ?? {},
    guests: questions.guests.map(({ ticketTypeId, nth }) => {
      return { ticketTypeId, answers: answers[ofGuest(ticketTypeId, nth)] ?? {} };
    }),
    acceptedTerms: questions.terms.flatMap(({ url }) => (acceptedTerms.includes(termName(url)) ? [url] : [])),
  };
}

/** Returns the problems that the service found as errors by input name. */
export function errorsOf(
  problems: readonly AnswerProblem[],
  questions: CheckoutQuestions,
  words: DetailsErrorWords,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    problems.flatMap(({ name, guest, problem }) => {
      if (name === "acceptedTerms") return questions.terms.map(({ url }) => [termName(url), words.answers.terms]);
      const own = guest === undefined ? fieldOfWireName(name) : undefined;
      if (own !== undefined) {
        return [[own, problem === "missing" && isRequired(own) ? words.buyer[own] : words.buyer[`${own}Wrong`]]];
      }
      const asked = guest === undefined ? undefined : questions.guests[guest];
      const fields = guest === undefined ? fieldsOf(questions) : (asked?.fields ?? []);
      const field = fields.find((one) => one.name === name);
      if (field === undefined) return [];
      const prefix = asked === undefined ? OF_BUYER : ofGuest(asked.ticketTypeId, asked.nth);
      return [[inputName(prefix, field), answerError(field, problem, words.answers)]];
    }),
  );
}

/** Returns what was typed into questions and terms, to be shown again. */
export function typedAnswers(form: FormData): Record<string, string> {
  return Object.fromEntries(
    [...form].flatMap(([name, value]) =>
      typeof value === "string" && (isQuestionInput(name) || name.startsWith("terms-")) ? [[name, value]] : [],
    ),
  );
}

/** Returns the input values that show what the Buyer of these sales has answered before. */
export async function inputsBefore(
  keys: readonly string[],
  questions: CheckoutQuestions,
): Promise<Record<string, string>> {
  if (questions.groups.length + questions.guests.length === 0) return {};
  const { answers, guests } = await answersBefore(keys);
  const left = [...guests];
  const ofGuests = questions.guests.map(({ ticketTypeId, nth, fields }) => {
    const at = left.findIndex((guest) => guest.ticketTypeId === ticketTypeId);
    const [guest] = at < 0 ? [] : left.splice(at, 1);
    return fields.map((field) => inputsOf(ofGuest(ticketTypeId, nth), field, guest?.answers[field.name] ?? ""));
  });
  const ofBuyer = fieldsOf(questions).map((field) => inputsOf(OF_BUYER, field, answers[field.name] ?? ""));
  return Object.assign({}, ...ofBuyer, ...ofGuests.flat());
}
