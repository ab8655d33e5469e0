import "#lib/forms/zod-without-eval.ts";
import { maxLength, minLength, object, string } from "zod/mini";
import type { FormState } from "#lib/forms/form.ts";

/** The shortest and the longest password that the service takes. */
const MIN = 12;
const MAX = 200;

export type PasswordWords = { readonly passwordMissing: string; readonly passwordUnfit: string };

/** What a password must be, the same in the browser and the action. The service refuses more, such as common ones. */
export function passwordOf({ passwordMissing, passwordUnfit }: PasswordWords) {
  return string(passwordMissing).check(
    minLength(1, { error: passwordMissing, abort: true }),
    minLength(MIN, passwordUnfit),
    maxLength(MAX, passwordUnfit),
  );
}

export function passwordSchema(words: PasswordWords) {
  return object({ password: passwordOf(words) });
}

export type PasswordState = FormState<{ readonly password: string }>;
