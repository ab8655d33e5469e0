"use client";

import type { ReactNode } from "react";
import { confirmChoice } from "#app/[locale]/sales/[link]/choice/actions.ts";
import { FormProblem, type FormProblemWords } from "#components/forms/form-problem.tsx";
import { SubmissionForm } from "#components/forms/submission-form.tsx";
import { useSubmission } from "#components/forms/use-submission.ts";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { UNTOUCHED } from "#lib/forms/form.ts";

type ConfirmFormProps = {
  readonly hidden: Readonly<Record<string, string>>;
  /** On the device that paid the buyer is known. */
  readonly asksEmail: boolean;
  readonly words: FormProblemWords & Readonly<Record<"email" | "emailHint" | "confirm" | "saving", string>>;
  /** What is confirmed, above the button. */
  readonly children: ReactNode;
};

/** The last step of a choice: what happens, the buyer's email, and the button. It works without a script. */
export function ConfirmForm({ hidden, asksEmail, words, children }: ConfirmFormProps) {
  const { state, lost, announcement, pending, post, send } = useSubmission(confirmChoice, UNTOUCHED);
  const { email } = state.fieldErrors;
  const openErrors = email === undefined ? [] : [{ field: "email", message: email }];
  return (
    <>
      <FormProblem form={{ openErrors, message: state.message, lost, announcement }} words={words} />
      {children}
      <SubmissionForm submission={{ post, send }} hidden={hidden} className="flex flex-col gap-5">
        {asksEmail && (
          <Field
            label={words.email}
            hint={words.emailHint}
            error={email}
            name="email"
            type="email"
            autoComplete="email"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="go"
            maxLength={254}
            defaultValue={state.values?.email}
          />
        )}
        <Button pending={pending} pendingLabel={words.saving} className="self-start max-sm:self-stretch">
          {words.confirm}
        </Button>
      </SubmissionForm>
    </>
  );
}
