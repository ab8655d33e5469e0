"use client";

import type { Route } from "next";
import type { ReactNode } from "react";
import type { CodeErrorWords, CodeState } from "#app/[locale]/promoter/sign-in/code/code-schema.ts";
import { FormProblem, type FormProblemWords } from "#components/forms/form-problem.tsx";
import { useActionForm } from "#components/forms/use-action-form.ts";
import { useSubmission } from "#components/forms/use-submission.ts";
import { Button } from "#components/ui/button.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { Field } from "#components/ui/field.tsx";
import { Panel } from "#components/ui/panel.tsx";

type CodeFormProps = {
  readonly action: (previous: CodeState, form: FormData) => Promise<CodeState>;
  /** Says why a code that was sent without this form was refused. */
  readonly opened: Awaited<CodeState>;
  readonly locale: string;
  readonly isBackup: boolean;
  readonly text: ReactNode;
  readonly words: FormProblemWords &
    CodeErrorWords &
    Readonly<Record<"code" | "trust" | "continue" | "checking" | "other" | "back", string>>;
};

const LINK = "tap text-accent-text underline underline-offset-4";

/** The second step of signing in: a code of an authenticator app, or a backup code. */
export function CodeForm({ action, opened, locale, isBackup, text, words }: CodeFormProps) {
  const form = useActionForm({
    submission: useSubmission<CodeState>(action, opened),
    loadSchema: async () => (await import("#app/[locale]/promoter/sign-in/code/code-schema.ts")).codeSchema(words),
  });
  const { pending, field } = form;
  const here = `/${locale}/promoter/sign-in`;
  return (
    <>
      <FormProblem form={form} words={words} />
      <Panel className="flex flex-col gap-5 shadow-raise sm:p-6">
        <div className="flex flex-col gap-1">
          <h1 className="text-3xl">{words.title}</h1>
          <p className="text-ink-muted wrap-anywhere">{text}</p>
        </div>
        <form {...form.props} className="flex flex-col gap-5">
          <input type="hidden" name="locale" value={locale} />
          <input type="hidden" name="backup" value={isBackup ? "1" : ""} />
          <Field
            {...field("code")}
            label={words.code}
            autoCapitalize={isBackup ? "characters" : "off"}
            autoComplete={isBackup ? "off" : "one-time-code"}
            autoFocus
            inputMode={isBackup ? "text" : "numeric"}
            spellCheck={false}
            enterKeyHint="go"
            dir="ltr"
            className="[&_input]:min-h-16 [&_input]:text-3xl [&_input]:tracking-widest [&_input]:tabular-nums"
          />
          <Checkbox name="remember" label={words.trust} />
          <Button pending={pending} pendingLabel={words.checking} className="min-h-13">
            {words.continue}
          </Button>
        </form>
        <p className="flex flex-wrap gap-x-5">
          <a href={(isBackup ? `${here}/code` : `${here}/code?backup=1`) as Route} className={LINK}>
            {words.other}
          </a>
          <a href={here as Route} className={LINK}>
            {words.back}
          </a>
        </p>
      </Panel>
    </>
  );
}
