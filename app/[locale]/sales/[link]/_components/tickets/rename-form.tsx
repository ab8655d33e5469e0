"use client";

import type { Messages } from "next-intl";
import { useEffect, useRef } from "react";
import type { FormProblemWords } from "#components/forms/form-problem.tsx";
import { ProblemForm } from "#components/forms/problem-form.tsx";
import { useSubmission } from "#components/forms/use-submission.ts";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { Status } from "#components/ui/status.tsx";
import { type FormAction, UNTOUCHED } from "#lib/forms/form.ts";

type RenameFormProps = {
  readonly action: FormAction<{ readonly holder: string }>;
  readonly hidden: Readonly<Record<string, string>>;
  readonly holder: string;
  /** An id that is unique on the page. */
  readonly id: string;
  readonly words: Messages["Rename"] & FormProblemWords;
};

/** The name on a ticket, which the buyer changes. It is closed until it is needed, and again after it was saved. */
export function RenameForm({ action, hidden, holder, id, words }: RenameFormProps) {
  const submission = useSubmission(action, UNTOUCHED);
  const { state, lost, pending } = submission;
  const error = state.fieldErrors.holder;
  const failed = error !== undefined || state.message !== undefined || lost !== undefined;
  const isSaved = state.answeredAt > 0 && !failed && !pending;
  const box = useRef<HTMLDetailsElement>(null);

  useEffect(() => {
    if (state.answeredAt === 0 || failed || !box.current) return;
    box.current.open = false;
    box.current.querySelector("summary")?.focus();
  }, [state, failed]);

  return (
    <>
      <details ref={box} {...(failed && { open: true })} className="online-only print:hidden">
        <summary className="inline-flex min-h-6 cursor-pointer list-none items-center text-sm text-accent-text underline underline-offset-4 [&::-webkit-details-marker]:hidden">
          {words.change}
          <span className="sr-only"> {words.about}</span>
        </summary>
        <ProblemForm
          submission={submission}
          words={words}
          hidden={hidden}
          idOf={() => id}
          className="flex flex-col items-start gap-3 pt-3"
        >
          <Field
            label={words.label}
            error={error}
            id={id}
            name="holder"
            autoComplete="off"
            autoCapitalize="words"
            spellCheck={false}
            enterKeyHint="done"
            maxLength={200}
            defaultValue={state.values?.holder ?? holder}
            className="w-full"
          />
          <Button kind="secondary" pending={pending} pendingLabel={words.saving} className="text-sm">
            {words.save}
          </Button>
        </ProblemForm>
      </details>
      <Status className="text-sm font-medium text-ok print:hidden">{isSaved ? words.saved : undefined}</Status>
    </>
  );
}
