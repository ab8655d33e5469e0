import "#lib/forms/zod-without-eval.ts";
import { maxLength, minLength, object, type output, refine, string } from "zod/mini";
import { type PasswordWords, passwordOf } from "#app/[locale]/promoter/sign-in/password-schema.ts";
import type { FormState } from "#lib/forms/form.ts";

/** Limits of the service. */
const USERNAME_MAX = 200;
const NAME_MAX = 100;

export type InvitationWords = PasswordWords &
  Readonly<Record<"usernameMissing" | "usernameWrong" | "firstNameMissing" | "tooLong", string>>;

/** Returns the schema of a new account, the same in the browser and the action. */
export function invitationSchema(words: InvitationWords) {
  return object({
    firstName: string(words.firstNameMissing).check(
      minLength(1, words.firstNameMissing),
      maxLength(NAME_MAX, words.tooLong),
    ),
    lastName: string().check(maxLength(NAME_MAX, words.tooLong)),
    username: string(words.usernameMissing).check(
      minLength(1, words.usernameMissing),
      maxLength(USERNAME_MAX, words.usernameWrong),
      refine((name) => !name.includes(":"), words.usernameWrong),
    ),
    password: passwordOf(words),
  });
}

export type NewAccount = output<ReturnType<typeof invitationSchema>>;
export type InvitationState = FormState<NewAccount>;
