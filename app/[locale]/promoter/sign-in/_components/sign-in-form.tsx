"use client";

import { PasswordField, type PasswordWords } from "#app/[locale]/promoter/sign-in/_components/password-field.tsx";
import { signInPromoter } from "#app/[locale]/promoter/sign-in/actions.ts";
import type { SignInErrorWords, SignInState } from "#app/[locale]/promoter/sign-in/sign-in-schema.ts";
import type { FormProblemWords } from "#components/forms/form-problem.tsx";
import { ProblemForm } from "#components/forms/problem-form.tsx";
import { useActionForm } from "#components/forms/use-action-form.ts";
import { useSubmission } from "#components/forms/use-submission.ts";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";

type SignInFormProps = {
  /** Says why a sign-in without this form has failed. */
  readonly opened: Awaited<SignInState>;
  readonly locale: string;
  /** The page to show after signing in. */
  readonly next: string;
  readonly words: FormProblemWords &
    SignInErrorWords &
    PasswordWords &
    Readonly<Record<"user" | "signIn" | "signingIn", string>>;
};

export function SignInForm({ opened, locale, next, words }: SignInFormProps) {
  const form = useActionForm({
    submission: useSubmission<SignInState>(signInPromoter, opened),
    loadSchema: async () => (await import("#app/[locale]/promoter/sign-in/sign-in-schema.ts")).signInSchema(words),
  });
  return (
    <ProblemForm
      form={form}
      words={words}
      hidden={{ locale, next }}
      heading={<h1 className="text-3xl">{words.title}</h1>}
      className="flex flex-col gap-5"
    >
      <Field
        {...form.field("user")}
        // Which of the two is wrong is not said: the error stands at the password, and goes when either is changed.
        {...form.register("user", form.errorOf("user") === undefined ? "password" : "user")}
        label={words.user}
        autoComplete="username"
        autoCapitalize="off"
        spellCheck={false}
      />
      <PasswordField {...form.field("password")} words={words} autoComplete="current-password" enterKeyHint="go" />
      <Button pending={form.pending} pendingLabel={words.signingIn} className="min-h-13">
        {words.signIn}
      </Button>
    </ProblemForm>
  );
}
