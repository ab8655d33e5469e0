import type { AdditionalField, InputType } from "#src/catalogue/domain/additional-field.ts";
import { cleanEmail } from "#src/platform/domain/email-address.ts";
import { hasWebAddress, visibleText, withPlainDigits } from "#src/platform/domain/typed-text.ts";

/** An answer with its question as it was when it was answered. */
export type Answer = {
  readonly name: string;
  readonly label: string;
  readonly inputType: InputType;
  readonly choices: readonly string[];
  readonly answer: string;
};

export type AnswerProblem = {
  readonly name: string;
  readonly label: string;
  readonly problem:
    | "required"
    | "too_long"
    | "several_lines"
    | "not_a_choice"
    | "not_a_date"
    | "not_a_name"
    | "not_an_email"
    | "not_a_phone";
  readonly lengthMax: number;
};

export type AnswersByName = Readonly<Record<string, string>>;

type ValidatedAnswers = {
  readonly answers: readonly Answer[];
  readonly problems: readonly AnswerProblem[];
};

/**
 * Returns the answers to keep and the problems with those given. A question that is not named keeps its earlier answer; a
 * blank removes it. The answer to a question that its parent's answer does not show is dropped: without a script every
 * question is shown, and a buyer who changes the parent's answer may have answered the child already.
 */
export function validateAnswers(
  fields: readonly AdditionalField[],
  given: AnswersByName,
  before: readonly Answer[] = [],
): ValidatedAnswers {
  const questions = fields.filter(({ enabled }) => enabled);
  const byId = new Map(questions.map((field) => [field.id, field]));
  const answerTo = (field: AdditionalField) =>
    textOf(given, field) ?? before.find((one) => one.name === field.name)?.answer ?? "";
  const isShown = ({ parentId, parentAnswers }: AdditionalField): boolean => {
    if (parentId === undefined) return true;
    const parent = byId.get(parentId);
    if (parent === undefined || !isShown(parent)) return false;
    const answer = answerTo(parent);
    return answer !== "" && (parentAnswers.length === 0 || parentAnswers.includes(answer));
  };

  const validated = questions.filter(isShown).map((field) => {
    const earlier = before.find(({ name }) => name === field.name);
    return validate(field, textOf(given, field), earlier);
  });
  // A disabled question keeps the answer that it has.
  const closed = before.filter(({ name }) => !questions.some((field) => field.name === name));
  return {
    answers: [...validated.flatMap(({ answer }) => answer ?? []), ...closed],
    problems: validated.flatMap(({ problem }) => problem ?? []),
  };
}

/** Returns whether every required question is answered, and every answer is valid. */
export function isComplete({ problems }: ValidatedAnswers): boolean {
  return problems.length === 0;
}

/** Returns the problems with the answers given. A missing answer may follow later, so it is no problem here. */
export function wrongIn({ problems }: ValidatedAnswers): readonly AnswerProblem[] {
  return problems.filter(({ problem }) => problem !== "required");
}

/** Returns the answers by name, as the interface shows them. */
export function dataOf(answers: readonly Answer[]): AnswersByName {
  return Object.fromEntries(answers.map(({ name, answer }) => [name, answer]));
}

/** The questions whose answers are the name of a guest. */
export const NAME_QUESTIONS: readonly string[] = ["NAME", "FIRST_NAME", "LAST_NAME"];

/** Returns the name of a guest, or "" when no question asks for it. */
export function nameIn({ NAME = "", FIRST_NAME = "", LAST_NAME = "" }: AnswersByName): string {
  return NAME || [FIRST_NAME, LAST_NAME].filter(Boolean).join(" ");
}

function textOf(given: AnswersByName, { name, fieldType, inputType }: AdditionalField): string | undefined {
  const typed = Object.hasOwn(given, name) ? given[name] : undefined;
  const text = typed && visibleText(typed.replaceAll(/\r\n?/g, "\n")).normalize("NFC");
  if (text === undefined || inputType === "SELECT") return text;
  if (fieldType === "EMAIL") return cleanEmail(text);
  return fieldType === "PHONE" || inputType === "DATE" ? withPlainDigits(text) : text;
}

function validate(
  field: AdditionalField,
  text: string | undefined,
  earlier: Answer | undefined,
): { readonly answer?: Answer; readonly problem?: AnswerProblem } {
  const { name, label, lengthMax, inputType, choices } = field;
  // An unchanged answer keeps its original question, even if the question has changed since.
  if (earlier !== undefined && (text === undefined || text === earlier.answer)) return { answer: earlier };
  if (text === undefined || text === "") {
    return field.required ? { problem: { name, label, lengthMax, problem: "required" } } : {};
  }
  const problem = problemWith(field, text);
  if (problem !== undefined) return { problem: { name, label, lengthMax, problem } };
  return { answer: { name, label, inputType, choices, answer: text } };
}

function problemWith(field: AdditionalField, text: string): AnswerProblem["problem"] | undefined {
  if ([...text].length > field.lengthMax) return "too_long";
  if (field.inputType === "SELECT") return field.choices.includes(text) ? undefined : "not_a_choice";
  if (field.inputType === "DATE") return isDay(text) ? undefined : "not_a_date";
  if (field.inputType !== "TEXTAREA" && text.includes("\n")) return "several_lines";
  if (NAME_QUESTIONS.includes(field.fieldType) && hasWebAddress(text)) return "not_a_name";
  if (field.fieldType === "EMAIL" && !/^[^\s@<>,;"]+@[^\s@<>,;".]+(\.[^\s@<>,;".]+)+$/.test(text))
    return "not_an_email";
  if (field.fieldType === "PHONE" && text.replaceAll(/\D/g, "").length < PHONE_DIGITS_MIN) return "not_a_phone";
  return undefined;
}

const PHONE_DIGITS_MIN = 6;

/** Returns whether a text such as `1990-02-28` is a day that exists, from 1850 to 2200. */
function isDay(text: string): boolean {
  const [year, month, day] = (/^(\d{4})-(\d\d)-(\d\d)$/.exec(text)?.slice(1) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined || year < 1850 || year > 2200) return false;
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
