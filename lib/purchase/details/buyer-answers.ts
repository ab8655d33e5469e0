import "server-only";

import type { GuestAnswers } from "#lib/domain/people/buyer.ts";
import { type AnswerProblem, type Answers, type Field, missingFrom } from "#lib/domain/questions/field.ts";
import { answersIn, inputName, inputsOf, isQuestionInput, OF_BUYER, ofGuest } from "#lib/forms/answers.ts";
import { fill } from "#lib/text/words.ts";
import { getSale } from "#lib/ticketing/sales.ts";
import { type CheckoutQuestions, fieldsOf, termName } from "./checkout-questions.ts";

/** The answers of a form to the questions. */
export type BuyerAnswers = {
  readonly answers: Answers;
  readonly guests: readonly GuestAnswers[];
  readonly acceptedTerms: readonly string[];
};

export type AnswerErrorWords = {
  readonly [Word in
    | "missing"
    | "choose"
    | "day"
    | "long"
    | "email"
    | "phone"
    | "other"
    | "phoneMissing"
    | "terms"]: string;
};

type Errors = Readonly<Record<string, string>>;

export function answersInForm(form: FormData, questions: CheckoutQuestions): BuyerAnswers {
  return {
    answers: answersIn(form, OF_BUYER, fieldsOf(questions)),
    guests: questions.guests.map(({ ticketTypeId, nth, fields }) => {
      return { ticketTypeId, answers: answersIn(form, ofGuest(ticketTypeId, nth), fields) };
    }),
    acceptedTerms: questions.terms.flatMap(({ url }) => (form.get(termName(url)) === "on" ? [url] : [])),
  };
}

/** Returns the errors that can be found without a request to the service, so that all of them are shown at once. */
export function missingIn(
  questions: CheckoutQuestions,
  { answers, acceptedTerms }: BuyerAnswers,
  phone: string | undefined,
  words: AnswerErrorWords,
): Errors {
  const unanswered = missingFrom(fieldsOf(questions), answers).map((field) => {
    return [inputName(OF_BUYER, field), answerError(field, "missing", words)];
  });
  const terms = questions.terms.flatMap(({ url }) =>
    acceptedTerms.includes(url) ? [] : [[termName(url), words.terms]],
  );
  const isPhoneMissing = questions.isPhoneRequired && (phone ?? "") === "";
  return Object.fromEntries([...(isPhoneMissing ? [["phone", words.phoneMissing]] : []), ...unanswered, ...terms]);
}

/** Returns the errors that the service found, by the name of the input. */
export function errorsOf(
  problems: readonly AnswerProblem[],
  questions: CheckoutQuestions,
  words: AnswerErrorWords,
): Errors {
  return Object.fromEntries(
    problems.flatMap(({ name, guest, problem }) => {
      if (name === "acceptedTerms") return questions.terms.map(({ url }) => [termName(url), words.terms]);
      if (name === "PHONE" && guest === undefined) return [["phone", words.phoneMissing]];
      const of = guest === undefined ? undefined : questions.guests[guest];
      const fields = guest === undefined ? fieldsOf(questions) : (of?.fields ?? []);
      const field = fields.find((one) => one.name === name);
      if (field === undefined) return [];
      const prefix = of === undefined ? OF_BUYER : ofGuest(of.ticketTypeId, of.nth);
      return [[inputName(prefix, field), answerError(field, problem, words)]];
    }),
  );
}

/** Returns the error text of one answer. */
export function answerError(field: Field, problem: AnswerProblem["problem"], words: AnswerErrorWords): string {
  const { label, input, kind, lengthMax: max } = field;
  if (input === "day" && problem !== "missing") return fill(words.day, { label });
  if (input === "choice") return fill(words.choose, { label });
  if (problem === "missing") return fill(words.missing, { label });
  if (problem === "unfit") return fill(words.long, { label, max });
  if (kind === "email") return fill(words.email, { label });
  return fill(kind === "phone" ? words.phone : words.other, { label });
}

/** Returns the typed values of all questions, to fill the form again. */
export function typedAnswers(form: FormData): Record<string, string> {
  return Object.fromEntries(
    [...form].flatMap(([name, value]) =>
      typeof value === "string" && (isQuestionInput(name) || name.startsWith("terms-")) ? [[name, value]] : [],
    ),
  );
}

/** Returns the answers already given for this Cart, by the name of the input. */
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

/** Returns the answers stored with the sales, as far as they can be read. */
export async function answersBefore(keys: readonly string[]): Promise<BuyerAnswers> {
  const reads = await Promise.allSettled(keys.map(getSale));
  const sales = reads.flatMap((read) => (read.status === "fulfilled" ? (read.value ?? []) : []));
  return {
    answers: Object.assign({}, ...sales.map(({ answers }) => answers)),
    guests: sales.flatMap(({ guests }) => guests),
    acceptedTerms: [...new Set(sales.flatMap(({ termsUrl }) => termsUrl ?? []))],
  };
}
