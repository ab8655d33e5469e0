import { fill } from "#lib/i18n/words.ts";
import type { AnswerProblem, Field } from "#lib/ticketing/model/field.ts";

export type AnswerErrorWords = {
  readonly [Word in "missing" | "choose" | "day" | "long" | "email" | "phone" | "other" | "terms"]: string;
};

/** Returns the words beside an answer that was not accepted: what to do about it. */
export function answerError(field: Field, problem: AnswerProblem["problem"], words: AnswerErrorWords): string {
  const { label, input, kind, lengthMax: max } = field;
  if (input === "day" && problem !== "missing") return fill(words.day, { label });
  if (input === "choice") return fill(words.choose, { label });
  if (problem === "missing") return fill(words.missing, { label });
  if (problem === "unfit") return fill(words.long, { label, max });
  if (kind === "email") return fill(words.email, { label });
  return fill(kind === "phone" ? words.phone : words.other, { label });
}
