import "#lib/forms/zod-without-eval.ts";
import { minLength, object, optional, string } from "zod/mini";
import { emailText } from "#lib/forms/email-schema.ts";

type JoinErrorWords = Readonly<Record<"missing" | "wrong" | "chooseDate", string>>;

/** Returns the schema of the form to join a waiting list. A form without dates has no such field. */
export function joinSchema(words: JoinErrorWords) {
  return object({ email: emailText(words), date: optional(string().check(minLength(1, words.chooseDate))) });
}
