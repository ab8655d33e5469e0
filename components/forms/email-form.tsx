"use client";

import type { ReactNode } from "react";
import { FormProblem, type FormProblemWords } from "#components/forms/form-problem.tsx";
import { SubmissionForm } from "#components/forms/submission-form.tsx";
import { useSubmission } from "#components/forms/use-submission.ts";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { type FormAction, UNTOUCHED } from "#lib/forms/form.ts";

type EmailFormProps = {
  readonly action: FormAction<{ readonly email: string }>;
  readonly hidden: Readonly<Record<string, string>>;
  readonly words: FormProblemWords & Readonly<Record<"text" | "email" | "send" | "sending", string>>;
  readonly children?: ReactNode;
};

/** A page with one email field, and what the address is used for. Only the action validates it. */
export function EmailForm({ action, hidden, words, children }: EmailFormProps) {
  const { state, lost, announcement, pending, post, send } = useSubmission(action, UNTOUCHED);
  const error = state.fieldErrors.email;
  const openErrors = error === undefined ? [] : [{ field: "email", message: error }];
  return (
    <>
      <FormProblem form={{ openErrors, message: state.message, lost, announcement }} words={words} />
      <h1 className="text-3xl">{words.title}</h1>
      <p className="mt-3 text-lg text-pretty text-ink-muted">{words.text}</p>
      <SubmissionForm submission={{ post, send }} hidden={hidden} className="mt-8 mb-8 flex flex-col gap-6">
        <Field
          label={words.email}
          error={error}
          name="email"
          type="email"
          autoComplete="email"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={254}
          defaultValue={state.values?.email}
        />
        <Button pending={pending} pendingLabel={words.sending}>
          {words.send}
        </Button>
      </SubmissionForm>
      {children}
    </>
  );
}
