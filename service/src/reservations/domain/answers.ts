import type { AdditionalField, InputType } from "#src/catalogue/domain/additional-field.ts";

/** One answer with its question as it stood when it was answered. */
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
    | "missing"
    | "too_long"
    | "several_lines"
    | "not_a_choice"
    | "not_a_date"
    | "not_an_email"
    | "not_a_phone";
  readonly lengthMax: number;
};

export type Given = Readonly<Record<string, string>>;

export type Judged = {
  readonly answers: readonly Answer[];
  readonly problems: readonly AnswerProblem[];
};

/**
 * What is kept of the answers given to these questions, and what is wrong with them. What is not named stays as it was
 * answered before; blank takes an answer away. An answer to a question that nothing calls for is dropped: without a
 * script every question is shown, and whoever changes the parent's answer has answered the child already.
 */
export function judgeAnswers(fields: readonly AdditionalField[], given: Given, before: readonly Answer[] = []): Judged {
  const asked = fields.filter(({ enabled }) => enabled);
  const byId = new Map(asked.map((field) => [field.id, field]));
  const told = (name: string) => textOf(given, name) ?? before.find((one) => one.name === name)?.answer ?? "";
  const isCalledFor = ({ parentId, parentAnswers }: AdditionalField): boolean => {
    if (parentId === undefined) return true;
    const parent = byId.get(parentId);
    if (parent === undefined || !isCalledFor(parent)) return false;
    const answer = told(parent.name);
    return answer !== "" && (parentAnswers.length === 0 || parentAnswers.includes(answer));
  };

  const judged = asked.filter(isCalledFor).map((field) => {
    const earlier = before.find(({ name }) => name === field.name);
    return judge(field, textOf(given, field.name), earlier);
  });
  // A question that is no longer asked was answered all the same.
  const closed = before.filter(({ name }) => !asked.some((field) => field.name === name));
  return {
    answers: [...judged.flatMap(({ answer }) => answer ?? []), ...closed],
    problems: judged.flatMap(({ problem }) => problem ?? []),
  };
}

/** Answered to the last required question. */
export function isComplete({ problems }: Judged): boolean {
  return problems.length === 0;
}

/** What is wrong with what was given; what is still missing may come later. */
export function wrongIn({ problems }: Judged): readonly AnswerProblem[] {
  return problems.filter(({ problem }) => problem !== "missing");
}

/** The answers as the interface shows them: by name. */
export function dataOf(answers: readonly Answer[]): Given {
  return Object.fromEntries(answers.map(({ name, answer }) => [name, answer]));
}

/** What a guest is called, where a guest was asked. */
export function nameIn({ NAME = "", FIRST_NAME = "", LAST_NAME = "" }: Given): string {
  return NAME || [FIRST_NAME, LAST_NAME].filter(Boolean).join(" ");
}

function textOf(given: Given, name: string): string | undefined {
  return Object.hasOwn(given, name) ? given[name]?.replaceAll(/\r\n?/g, "\n").trim().normalize("NFC") : undefined;
}

function judge(
  field: AdditionalField,
  text: string | undefined,
  earlier: Answer | undefined,
): { readonly answer?: Answer; readonly problem?: AnswerProblem } {
  const { name, label, lengthMax, inputType, choices } = field;
  // The same answer once more keeps the question that it was given to, whatever became of that since.
  if (earlier !== undefined && (text === undefined || text === earlier.answer)) return { answer: earlier };
  if (text === undefined || text === "") {
    return field.required ? { problem: { name, label, lengthMax, problem: "missing" } } : {};
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
  if (field.fieldType === "EMAIL" && !/^[^\s@<>,;"]+@[^\s@<>,;".]+(\.[^\s@<>,;".]+)+$/.test(text))
    return "not_an_email";
  if (field.fieldType === "PHONE" && text.replaceAll(/\D/g, "").length < PHONE_DIGITS_MIN) return "not_a_phone";
  return undefined;
}

const PHONE_DIGITS_MIN = 6;

/** `1990-02-28`: a day that exists, of somebody alive or of something planned. */
function isDay(text: string): boolean {
  const [year, month, day] = (/^(\d{4})-(\d\d)-(\d\d)$/.exec(text)?.slice(1) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined || year < 1850 || year > 2200) return false;
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
