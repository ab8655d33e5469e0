import "#lib/forms/zod-without-eval.ts";
import { maxLength, minLength, object, type output, string } from "zod/mini";
import type { FormState } from "#lib/forms/form.ts";

export type SignInErrorWords = { readonly userMissing: string; readonly passwordMissing: string };

/** Longer than any name or password. The limit bounds the work of hashing. */
const LENGTH_MAX = 256;

/** Returns the schema of the sign-in form, the same in the browser and the action. */
export function signInSchema(words: SignInErrorWords) {
  return object({ user: typed(words.userMissing), password: typed(words.passwordMissing) });
}

export type SignIn = output<ReturnType<typeof signInSchema>>;

/** `isWrong`: the name or the password. Which of the two is not said. */
export type SignInState = FormState<SignIn> & { readonly isWrong?: true };

function typed(missing: string) {
  return string(missing).check(minLength(1, missing), maxLength(LENGTH_MAX, missing));
}
