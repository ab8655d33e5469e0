import type { Messages } from "next-intl";
import { fill } from "#lib/i18n/words.ts";
import { inputOfPath } from "#lib/promoter/forms/fields.ts";
import type { FormField } from "#lib/ticketing/manage/form-fields.ts";
import type { RefusedField } from "#lib/ticketing/manage/saved.ts";

export type ReasonWords = Messages["Reasons"];

/** Returns the words of refusals. A fault in the middle of a save is told as one before it. */
export function reasonWords({ Reasons, Errors }: Pick<Messages, "Reasons" | "Errors">) {
  return { ...Reasons, code: { ...Reasons.code, NO_ANSWER: Errors.lost.no_answer } };
}

/** Returns the words of a schema's message: "Use at most 200 characters." of "too_long 200". */
export function problemText(message: string, words: ReasonWords): string {
  const [reason = "", limit = ""] = message.split(" ");
  return reasonText({ code: "", reason, limit: limit === "" ? undefined : Number(limit) }, words);
}

/** Returns why something is refused, by its reason, else by its code. The service's own sentence is in one language. */
function reasonText({ reason, code, limit }: Omit<RefusedField, "path">, words: ReasonWords): string {
  const reasons: Readonly<Partial<Record<string, string>>> = words.reason;
  const codes: Readonly<Partial<Record<string, string>>> = words.code;
  const text = reasons[reason ?? ""];
  const isComplete = text !== undefined && (limit !== undefined || !text.includes("{limit}"));
  return isComplete ? fill(text, { limit: limit ?? "" }) : (codes[code] ?? words.other);
}

/** Returns the texts of a refusal: the first of each input, and those that belong to none. */
export function refusalTexts(fields: readonly FormField[], errors: readonly RefusedField[], words: ReasonWords) {
  const fieldErrors: Record<string, string> = {};
  const others = new Set<string>();
  for (const error of errors) {
    const input = inputOfPath(fields, error.path);
    if (input === undefined) others.add(reasonText(error, words));
    else fieldErrors[input] ??= reasonText(error, words);
  }
  return { fieldErrors, ...(others.size > 0 && { message: [...others].join(" ") }) };
}
