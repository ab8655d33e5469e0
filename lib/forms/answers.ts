import type { Answers, Field } from "#lib/domain/questions/field.ts";

/** The questions to the Buyer, and to the Guest with the nth ticket of a TicketType, each with names of its own. */
export const OF_BUYER = "q";

export function ofGuest(ticketTypeId: number, nth: number): string {
  return `g-${ticketTypeId}-${nth}`;
}

/** A promoter may call a question anything; the name of an input, and its id, are letters, digits and dashes. */
export function inputName(prefix: string, { name }: Pick<Field, "name">): string {
  return `${prefix}-${name.replaceAll(/[^A-Za-z0-9]/gu, (sign) => `_${sign.codePointAt(0)?.toString(16)}_`)}`;
}

const PARTS = ["day", "month", "year"] as const;
export type DayPart = (typeof PARTS)[number];

/** The first part has the question's own name, so that a link to the question leads there. */
export function partName(name: string, part: DayPart): string {
  return part === "day" ? name : `${name}-${part}`;
}

/** Whether this input belongs to a promoter's question. */
export function isQuestionInput(name: string): boolean {
  return /^(q|g-\d+-\d+)-/.test(name);
}

/** What was typed, by question. A question that was not on the page is not named. */
export function answersIn(form: FormData, prefix: string, fields: readonly Field[]): Answers {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const name = inputName(prefix, field);
      const answer = field.input === "day" ? dayIn(form, name) : textIn(form, name);
      return answer === undefined ? [] : [[field.name, answer]];
    }),
  );
}

/** The other way about: what stands in the inputs of an answer. */
export function inputsOf(prefix: string, field: Field, answer: string): Readonly<Record<string, string>> {
  const name = inputName(prefix, field);
  if (field.input !== "day") return { [name]: answer };
  const [year = "", month = "", day = ""] = answer.split("-");
  return { [name]: stripped(day), [partName(name, "month")]: stripped(month), [partName(name, "year")]: year };
}

/** `1990-02-28`; nonsense stays nonsense, for the service to refuse. */
function dayIn(form: FormData, name: string): string | undefined {
  const parts = PARTS.map((part) => textIn(form, partName(name, part))?.trim());
  if (parts.every((part) => part === undefined)) return undefined;
  const [day = "", month = "", year = ""] = parts;
  if (day === "" && month === "" && year === "") return "";
  return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

function textIn(form: FormData, name: string): string | undefined {
  const value = form.get(name);
  return typeof value === "string" ? value : undefined;
}

function stripped(digits: string): string {
  return digits.replace(/^0/, "");
}
