import type { Messages } from "next-intl";
import { visibleText, withPlainDigits } from "#lib/i18n/typed-text.ts";
import { fill } from "#lib/i18n/words.ts";
import { cleanText } from "#lib/ticketing/model/buyer.ts";
import { type AnswerProblem, type Answers, type Field, isName } from "#lib/ticketing/model/field.ts";

/** What a form sends, by the names of its inputs. */
export type FormValues = Readonly<Record<string, unknown>>;

/** The prefix of the inputs for questions to the Buyer. */
export const OF_BUYER = "q";

/** Returns the prefix of the inputs for questions to the Guest with the nth ticket of a TicketType. */
export function ofGuest(ticketTypeId: number, nth: number): string {
  return `g-${ticketTypeId}-${nth}`;
}

/** Returns the name of a question's input, which is its id too: letters, digits, dashes and underscores, whatever the question is called. */
export function inputName(prefix: string, { name }: Pick<Field, "name">): string {
  return `${prefix}-${name.replaceAll(/[^A-Za-z0-9]/gu, (character) => `_${character.codePointAt(0)?.toString(16)}_`)}`;
}

const PARTS = ["day", "month", "year"] as const;
export type DayPart = (typeof PARTS)[number];

/** Returns the name of one of a day's three inputs. The first has the question's own name, so that a link to the question leads there. */
export function partName(name: string, part: DayPart): string {
  return part === "day" ? name : `${name}-${part}`;
}

/** Returns whether an input belongs to a promoter's question. */
export function isQuestionInput(name: string): boolean {
  return /^(q|g-\d+-\d+)-/.test(name);
}

/** Returns the answers by question. A question without an input in the form has none. */
export function answersIn(values: FormValues, prefix: string, fields: readonly Field[]): Answers {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const name = inputName(prefix, field);
      const answer = field.input === "day" ? dayIn(values, name) : textIn(values, name);
      return answer === undefined ? [] : [[field.name, cleanAnswer(field, answer)]];
    }),
  );
}

/** Returns an answer as it is checked and sent. One of the choices is compared letter by letter. */
function cleanAnswer({ input, kind }: Field, answer: string): string {
  if (input === "choice") return answer;
  return kind === "email" || kind === "phone" ? cleanText(kind, answer) : visibleText(answer) && answer;
}

/** Returns the values of the inputs that show an answer: the inverse of `answersIn`. */
export function inputsOf(prefix: string, field: Field, answer: string): Readonly<Record<string, string>> {
  const name = inputName(prefix, field);
  if (field.input !== "day") return { [name]: answer };
  const [year = "", month = "", day = ""] = answer.split("-");
  return { [name]: withoutZero(day), [partName(name, "month")]: withoutZero(month), [partName(name, "year")]: year };
}

/** Returns a day such as `1990-02-28`, "" for three empty inputs. A day that does not exist is returned as it was typed. */
function dayIn(values: FormValues, name: string): string | undefined {
  const parts = PARTS.map((part) => textIn(values, partName(name, part))).map(
    (typed) => typed && withPlainDigits(visibleText(typed)),
  );
  if (parts.every((part) => part === undefined)) return undefined;
  const [day = "", month = "", year = ""] = parts;
  if (day === "" && month === "" && year === "") return "";
  return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

function textIn(values: FormValues, name: string): string | undefined {
  const value = values[name];
  return typeof value === "string" ? value : undefined;
}

function withoutZero(digits: string): string {
  return digits.replace(/^0/, "");
}

export type AnswerErrorWords = Messages["Questions"]["error"];

/** Returns the words beside an answer that was not accepted: what to do about it. The summary adds the question. */
export function answerError(field: Field, problem: AnswerProblem["problem"], words: AnswerErrorWords): string {
  const { input, kind, lengthMax: max } = field;
  if (input === "day" && problem !== "missing") return words.day;
  if (input === "choice") return words.choose;
  if (problem === "missing") return words.missing;
  if (problem === "not_accepted") return fill(words.long, { max });
  if (isName({ kind })) return words.name;
  if (kind === "email") return words.email;
  return kind === "phone" ? words.phone : words.other;
}
