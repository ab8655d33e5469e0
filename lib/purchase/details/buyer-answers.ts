import "server-only";

import type { GuestTold } from "#lib/domain/people/buyer.ts";
import { type AnswerProblem, type Answers, type Field, missingFrom } from "#lib/domain/questions/field.ts";
import { answersIn, inputName, inputsOf, isQuestionInput, OF_BUYER, ofGuest } from "#lib/forms/answers.ts";
import { fill } from "#lib/text/words.ts";
import { getSale } from "#lib/ticketing/sales.ts";
import { type Asked, fieldsOf, termName } from "./checkout-questions.ts";

/** What a form says in answer to what is asked. */
export type Told = {
  readonly answers: Answers;
  readonly guests: readonly GuestTold[];
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

export function toldIn(form: FormData, asked: Asked): Told {
  return {
    answers: answersIn(form, OF_BUYER, fieldsOf(asked)),
    guests: asked.guests.map(({ ticketTypeId, nth, fields }) => {
      return { ticketTypeId, answers: answersIn(form, ofGuest(ticketTypeId, nth), fields) };
    }),
    acceptedTerms: asked.terms.flatMap(({ url }) => (form.get(termName(url)) === "on" ? [url] : [])),
  };
}

/** What can be seen to be missing without asking the service, so that all of it is said at once. */
export function missingIn(
  asked: Asked,
  { answers, acceptedTerms }: Told,
  phone: string | undefined,
  words: AnswerErrorWords,
): Errors {
  const questions = missingFrom(fieldsOf(asked), answers).map((field) => {
    return [inputName(OF_BUYER, field), answerError(field, "missing", words)];
  });
  const terms = asked.terms.flatMap(({ url }) => (acceptedTerms.includes(url) ? [] : [[termName(url), words.terms]]));
  const isPhoneMissing = asked.isPhoneRequired && (phone ?? "") === "";
  return Object.fromEntries([...(isPhoneMissing ? [["phone", words.phoneMissing]] : []), ...questions, ...terms]);
}

/** The service's own word about an answer, beside the field that it is about. */
export function errorsOf(problems: readonly AnswerProblem[], asked: Asked, words: AnswerErrorWords): Errors {
  return Object.fromEntries(
    problems.flatMap(({ name, guest, problem }) => {
      if (name === "acceptedTerms") return asked.terms.map(({ url }) => [termName(url), words.terms]);
      if (name === "PHONE" && guest === undefined) return [["phone", words.phoneMissing]];
      const of = guest === undefined ? undefined : asked.guests[guest];
      const fields = guest === undefined ? fieldsOf(asked) : (of?.fields ?? []);
      const field = fields.find((one) => one.name === name);
      if (field === undefined) return [];
      const prefix = of === undefined ? OF_BUYER : ofGuest(of.ticketTypeId, of.nth);
      return [[inputName(prefix, field), answerError(field, problem, words)]];
    }),
  );
}

/** What to do about one answer, in words. */
export function answerError(field: Field, problem: AnswerProblem["problem"], words: AnswerErrorWords): string {
  const { label, input, kind, lengthMax: max } = field;
  if (input === "day" && problem !== "missing") return fill(words.day, { label });
  if (input === "choice") return fill(words.choose, { label });
  if (problem === "missing") return fill(words.missing, { label });
  if (problem === "unfit") return fill(words.long, { label, max });
  if (kind === "email") return fill(words.email, { label });
  return fill(kind === "phone" ? words.phone : words.other, { label });
}

/** Everything that was typed in answer, to be shown again. */
export function typedIn(form: FormData): Record<string, string> {
  return Object.fromEntries(
    [...form].flatMap(([name, value]) =>
      typeof value === "string" && (isQuestionInput(name) || name.startsWith("terms-")) ? [[name, value]] : [],
    ),
  );
}

/** What this Cart's Buyer has said already, as it stands in the inputs. */
export async function inputsBefore(keys: readonly string[], asked: Asked): Promise<Record<string, string>> {
  if (asked.groups.length + asked.guests.length === 0) return {};
  const { answers, guests } = await toldBefore(keys);
  const left = [...guests];
  const ofGuests = asked.guests.map(({ ticketTypeId, nth, fields }) => {
    const at = left.findIndex((guest) => guest.ticketTypeId === ticketTypeId);
    const [guest] = at < 0 ? [] : left.splice(at, 1);
    return fields.map((field) => inputsOf(ofGuest(ticketTypeId, nth), field, guest?.answers[field.name] ?? ""));
  });
  const ofBuyer = fieldsOf(asked).map((field) => inputsOf(OF_BUYER, field, answers[field.name] ?? ""));
  return Object.assign({}, ...ofBuyer, ...ofGuests.flat());
}

/** The same from the sales themselves, as far as they can still be read. */
export async function toldBefore(keys: readonly string[]): Promise<Told> {
  const reads = await Promise.allSettled(keys.map(getSale));
  const sales = reads.flatMap((read) => (read.status === "fulfilled" ? (read.value ?? []) : []));
  return {
    answers: Object.assign({}, ...sales.map(({ answers }) => answers)),
    guests: sales.flatMap(({ guests }) => guests),
    acceptedTerms: [...new Set(sales.flatMap(({ termsUrl }) => termsUrl ?? []))],
  };
}
