"use client";

import { useState } from "react";
import type { SignInErrorWords, SignInState } from "#app/[locale]/promoter/sign-in/sign-in-schema.ts";
import { FormProblem, type FormProblemWords } from "#components/forms/form-problem.tsx";
import { useActionForm } from "#components/forms/use-action-form.ts";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { UNTOUCHED } from "#lib/forms/form.ts";

type SignInFormProps = {
  readonly action: (previous: SignInState, form: FormData) => Promise<SignInState>;
  readonly locale: string;
  /** The page to show after signing in. */
  readonly next: string;
  /** Says that the session before has ended. */
  readonly ended: string | undefined;
  readonly words: FormProblemWords &
    SignInErrorWords &
    Readonly<Record<"text" | "user" | "password" | "signIn" | "signingIn", string>>;
};

export function SignInForm({ action, locale, next, ended, words }: SignInFormProps) {
  const form = useActionForm<SignInState>({
    action,
    untouched: UNTOUCHED,
    loadSchema: async () => (await import("#app/[locale]/promoter/sign-in/sign-in-schema.ts")).signInSchema(words),
  });
  const { state, pending, field, errorOf } = form;
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
      <h1 className="text-3xl">{words.title}</h1>
      <p className="mt-2 text-ink-muted">{words.text}</p>
      <form {...form.props} onInput={() => setCorrected(state)} className="mt-8 flex flex-col gap-6">
        <input type="hidden" name="locale" value={locale} />
        <input type="hidden" name="next" value={next} />
        <Field
          {...field("user")}
          label={words.user}
          error={errorOf("user")}
          {...(isWrong && { "aria-invalid": true })}
          autoComplete="username"
          autoCapitalize="off"
          spellCheck={false}
          defaultValue={state.values?.user}
        />
        <Field
          {...field("password")}
          label={words.password}
          error={errorOf("password")}
          {...(isWrong && { "aria-invalid": true })}
          type="password"
          autoComplete="current-password"
          enterKeyHint="go"
        />
        <Button pending={pending} pendingLabel={words.signingIn}>
          {words.signIn}
        </Button>
      </form>
    </>
  );
}
