"use client";

import type { ReactNode } from "react";
import { enterCode } from "#app/[locale]/promoter/sign-in/code/actions.ts";
import type { CodeErrorWords, CodeState } from "#app/[locale]/promoter/sign-in/sign-in-schema.ts";
import type { FormProblemWords } from "#components/forms/form-problem.tsx";
import { ProblemForm } from "#components/forms/problem-form.tsx";
import { useActionForm } from "#components/forms/use-action-form.ts";
import { useSubmission } from "#components/forms/use-submission.ts";
import { Button } from "#components/ui/button.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { Field } from "#components/ui/field.tsx";

type CodeFormProps = {
  /** Says why a code that was sent without this form was refused. */
  readonly opened: Awaited<CodeState>;
  readonly locale: string;
  readonly isBackup: boolean;
  readonly text: ReactNode;
  readonly words: FormProblemWords &
    CodeErrorWords &
    Readonly<Record<"code" | "trust" | "continue" | "checking", string>>;
};

/** The second step of signing in: a code of an authenticator app, or a backup code. */
export function CodeForm({ opened, locale, isBackup, text, words }: CodeFormProps) {
  const form = useActionForm({
    submission: useSubmission<CodeState>(enterCode, opened),
    loadSchema: async () => (await import("#app/[locale]/promoter/sign-in/sign-in-schema.ts")).codeSchema(words),
  });
  return (
    <ProblemForm
      form={form}
      words={words}
      hidden={{ locale, backup: isBackup ? "1" : "" }}
      heading={
        <div className="flex flex-col gap-1">
          <h1 className="text-3xl">{words.title}</h1>
          <p className="text-ink-muted wrap-anywhere">{text}</p>
        </div>
      }
      className="flex flex-col gap-5"
    >
      <Field
        {...form.field("code")}
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
      <Button pending={form.pending} pendingLabel={words.checking} className="min-h-13">
        {words.continue}
      </Button>
    </ProblemForm>
  );
}
