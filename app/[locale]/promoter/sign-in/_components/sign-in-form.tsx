"use client";

import type { Route } from "next";
import { useState } from "react";
import { PasswordField, type PasswordWords } from "#app/[locale]/promoter/sign-in/_components/password-field.tsx";
import type { SignInErrorWords, SignInState } from "#app/[locale]/promoter/sign-in/sign-in-schema.ts";
import { FormProblem, type FormProblemWords } from "#components/forms/form-problem.tsx";
import { useActionForm } from "#components/forms/use-action-form.ts";
import { useSubmission } from "#components/forms/use-submission.ts";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { Panel } from "#components/ui/panel.tsx";

type SignInFormProps = {
  readonly action: (previous: SignInState, form: FormData) => Promise<SignInState>;
  /** Says why a sign-in without this form has failed. */
  readonly opened: Awaited<SignInState>;
  readonly locale: string;
  /** The page to show after signing in. */
  readonly next: string;
  /** Says that the session before has ended. */
  readonly ended: string | undefined;
  readonly words: FormProblemWords &
    SignInErrorWords &
    PasswordWords &
    Readonly<Record<"user" | "signIn" | "signingIn" | "forgotPassword", string>>;
};

export function SignInForm({ action, opened, locale, next, ended, words }: SignInFormProps) {
  const form = useActionForm({
    submission: useSubmission<SignInState>(action, opened),
    loadSchema: async () => (await import("#app/[locale]/promoter/sign-in/sign-in-schema.ts")).signInSchema(words),
  });
  const { state, pending, field } = form;
  /** The answer after which something else was typed. */
  const [corrected, setCorrected] = useState<SignInState>();
  const isWrong = state.isWrong === true && corrected !== state;
  const message = state.isWrong && !isWrong ? undefined : form.message;
  return (
    <>
      <FormProblem form={{ ...form, message }} words={words} />
      {ended !== undefined && (
        <Panel tone="warn" role="status" className="mb-6">
          {ended}
        </Panel>
      )}
      <Panel className="flex flex-col gap-5 shadow-raise sm:p-6">
        <h1 className="text-3xl">{words.title}</h1>
        <form {...form.props} onInput={() => setCorrected(state)} className="flex flex-col gap-5">
          <input type="hidden" name="locale" value={locale} />
          <input type="hidden" name="next" value={next} />
          <Field
            {...field("user")}
            label={words.user}
            {...(isWrong && { "aria-invalid": true })}
            autoComplete="username"
            autoCapitalize="off"
            spellCheck={false}
          />
          <PasswordField
            {...field("password")}
            words={words}
            {...(isWrong && { "aria-invalid": true })}
            autoComplete="current-password"
            enterKeyHint="go"
          />
          <Button pending={pending} pendingLabel={words.signingIn} className="min-h-13">
            {words.signIn}
          </Button>
        </form>
        <a
          href={`/${locale}/promoter/sign-in/forgotten` as Route}
          className="tap self-start text-accent-text underline underline-offset-4"
        >
          {words.forgotPassword}
        </a>
      </Panel>
    </>
  );
}
