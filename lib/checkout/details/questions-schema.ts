import "#lib/forms/zod-without-eval.ts";
import { check, pipe, record, string, transform, unknown } from "zod/mini";
import {
  type AnswerErrorWords,
  answerError,
  answersIn,
  type FormValues,
  inputName,
} from "#lib/checkout/details/answers.ts";
import { bySharedPrefix, type FormQuestions, type QuestionRules } from "#lib/checkout/details/question-rules.ts";
import { isEmail, isPersonName, isPhoneNumber } from "#lib/ticketing/model/buyer.ts";
import { type AnswerProblem, type Answers, applies, type Field, isName } from "#lib/ticketing/model/field.ts";

/** What was answered, by the sections' prefixes, and which terms were accepted, by the names of their checkboxes. */
export type FormAnswers = {
  readonly answers: Readonly<Record<string, Answers>>;
  readonly acceptedTerms: readonly string[];
};

/**
 * Returns the schema of the promoters' questions, the same in the browser and the action. The service validates answers
 * too and has the last word: this schema refuses only what no service can accept.
 */
export function questionsSchema({ sections, terms }: FormQuestions, words: AnswerErrorWords) {
  const values = record(string(), unknown()).check(
    check(({ value, issues }) => {
      const add = (name: string, message: string) => {
        issues.push({ code: "custom", path: [name], message, input: value[name] });
      };
      for (const section of bySharedPrefix(sections)) {
        for (const [field, problem] of problemsIn(section, value)) {
          add(inputName(section.prefix, field), answerError(field, problem, words));
        }
      }
      for (const name of terms) if (value[name] !== "on") add(name, words.terms);
    }),
  );
  return pipe(
    values,
    transform(
      (values): FormAnswers => ({
        answers: Object.fromEntries(
          bySharedPrefix(sections).map(({ prefix, fields }) => [prefix, answersIn(values, prefix, fields)]),
        ),
        acceptedTerms: terms.filter((name) => values[name] === "on"),
      }),
    ),
  );
}

function problemsIn({ prefix, fields, mayAnswerLater = false }: QuestionRules, values: FormValues) {
  const answers = answersIn(values, prefix, fields);
  const answerOf = (name: string) => textOf(answers[name]);
  return fields.flatMap((field) => {
    if (!applies(field, fields, answerOf)) return [];
    const text = answerOf(field.name);
    if (text === "") return field.required && !mayAnswerLater ? [[field, "missing"] as const] : [];
    const problem = problemWith(field, text);
    return problem === undefined ? [] : [[field, problem] as const];
  });
}

function problemWith({ input, choices, kind, lengthMax }: Field, text: string): AnswerProblem["problem"] | undefined {
  if (input === "day") return isDay(text) ? undefined : "wrong_format";
  if (input === "choice") return choices.includes(text) ? undefined : "not_accepted";
  if ([...text].length > lengthMax) return "not_accepted";
  if (isName({ kind }) && !isPersonName(text)) return "wrong_format";
  if (kind === "email" && !isEmail(text)) return "wrong_format";
  if (kind === "phone" && !isPhoneNumber(text)) return "wrong_format";
  return undefined;
}

/** As the service counts an answer: a line break is one character, and spaces around the answer are none. */
function textOf(answer: string | undefined): string {
  return (answer ?? "").replaceAll(/\r\n?/g, "\n").trim().normalize("NFC");
}

/** Returns whether a text such as `1990-02-28` is a day that exists. */
function isDay(text: string): boolean {
  const [year, month, day] = (/^(\d{4})-(\d\d)-(\d\d)$/.exec(text)?.slice(1) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return false;
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
