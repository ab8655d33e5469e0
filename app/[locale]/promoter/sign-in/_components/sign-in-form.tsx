"use client";

import type { SignIn, SignInErrorWords } from "#app/[locale]/promoter/sign-in/sign-in-schema.ts";
import { FormProblem, type FormProblemWords } from "#components/forms/form-problem.tsx";
import { useActionForm } from "#components/forms/use-action-form.ts";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { type FormAction, type FormState, UNTOUCHED } from "#lib/forms/form.ts";

type SignInFormProps = {
  readonly action: FormAction<SignIn>;
  readonly locale: string;
  /** The page to show after signing in. */
  readonly next: string;
  /** Says that the session before has ended. */
  readonly ended: string | undefined;
  readonly words: FormProblemWords &
    SignInErrorWords &
    Readonly<Record<"text" | "user" | "password" | "signIn" | "signingIn" | "wrong", string>>;
};

export function SignInForm({ action, locale, next, ended, words }: SignInFormProps) {
  const form = useActionForm<FormState<SignIn>>({
    action,
    untouched: UNTOUCHED,
    loadSchema: async () => (await import("#app/[locale]/promoter/sign-in/sign-in-schema.ts")).signInSchema(words),
  });
  const { state, message, pending, field, errorOf } = form;
  // Which of the two is wrong is not said.
  const isWrong = message === words.wrong;
  return (
    <>
      <FormProblem form={form} words={words} />
      {ended !== undefined && (
        <Panel tone="warn" role="status" className="mb-6">
          {ended}
        </Panel>
      )}
      <h1 className="text-3xl">{words.title}</h1>
      <p className="mt-2 text-ink-muted">{words.text}</p>
      <form {...form.props} className="mt-8 flex flex-col gap-6">
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
