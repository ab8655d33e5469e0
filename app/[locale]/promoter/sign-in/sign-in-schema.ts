import "#lib/forms/zod-without-eval.ts";
import { maxLength, minLength, object, type output, overwrite, refine, string } from "zod/mini";
import type { FormState } from "#lib/forms/form.ts";
import { codeText, lineText, passwordText } from "#lib/forms/text-schema.ts";
import { visibleText } from "#lib/i18n/typed-text.ts";

type Words<Key extends string> = Readonly<Record<Key, string>>;
export type UserErrorWords = Words<"userMissing">;
export type SignInErrorWords = Words<"userMissing" | "passwordMissing">;
export type CodeErrorWords = Words<"codeMissing">;
export type PasswordErrorWords = Words<"passwordMissing" | "passwordUnfit">;
export type InvitationErrorWords = PasswordErrorWords &
  Words<"usernameMissing" | "usernameWrong" | "firstNameMissing" | "tooLong">;

/** Limits of the service. */
const PASSWORD_MIN = 12;
const PASSWORD_MAX = 200;
const USERNAME_MAX = 200;
const NAME_MAX = 100;

export function signInSchema({ userMissing, passwordMissing }: SignInErrorWords) {
  return object({ user: lineText(userMissing), password: passwordText(passwordMissing) });
}

export function codeSchema({ codeMissing }: CodeErrorWords) {
  return object({ code: codeText(codeMissing) });
}

export function forgottenSchema({ userMissing }: UserErrorWords) {
  return object({ user: lineText(userMissing) });
}

/** A new password. The service refuses more, such as common ones. */
export function passwordSchema({ passwordMissing, passwordUnfit }: PasswordErrorWords) {
  const password = string(passwordMissing).check(
    minLength(1, { error: passwordMissing, abort: true }),
    minLength(PASSWORD_MIN, passwordUnfit),
    maxLength(PASSWORD_MAX, passwordUnfit),
  );
  return object({ password });
}

/** A new account. */
export function invitationSchema(words: InvitationErrorWords) {
  return object({
    firstName: lineText(words.firstNameMissing, NAME_MAX, words.tooLong),
    lastName: string().check(overwrite(visibleText), maxLength(NAME_MAX, words.tooLong)),
    username: lineText(words.usernameMissing, USERNAME_MAX, words.usernameWrong).check(
      refine((name) => !name.includes(":"), words.usernameWrong),
    ),
    ...passwordSchema(words).shape,
  });
}

type StateOf<Schema extends (words: never) => object> = FormState<output<ReturnType<Schema>>>;
export type SignInState = StateOf<typeof signInSchema>;
export type CodeState = StateOf<typeof codeSchema>;
export type ForgottenState = StateOf<typeof forgottenSchema>;
export type PasswordState = StateOf<typeof passwordSchema>;
export type InvitationState = StateOf<typeof invitationSchema>;
