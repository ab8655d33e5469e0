import "#lib/forms/zod-without-eval.ts";
import { maxLength, minLength, object, string } from "zod/mini";
import type { FormState } from "#lib/forms/form.ts";

export type PasswordErrorWords = Readonly<Record<"currentMissing" | "passwordMissing", string>>;

/** Longer than any password. The limit bounds the work of hashing. */
const LENGTH_MAX = 200;

/** Returns the schema of the form, the same in the browser and the action. The service says which passwords are fit. */
export function passwordSchema(words: PasswordErrorWords) {
  return object({ current: typed(words.currentMissing), password: typed(words.passwordMissing) });
}

export type PasswordState = FormState<{ readonly current: string; readonly password: string }>;

function typed(missing: string) {
  return string(missing).check(minLength(1, missing), maxLength(LENGTH_MAX, missing));
}
