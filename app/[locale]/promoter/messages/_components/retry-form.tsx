"use client";

import { retryMessages } from "#app/[locale]/promoter/messages/actions.ts";
import type { FormProblemWords } from "#components/forms/form-problem.tsx";
import { ProblemForm } from "#components/forms/problem-form.tsx";
import { useSubmission } from "#components/forms/use-submission.ts";
import { Button, type ButtonKind } from "#components/ui/button.tsx";
import { UNTOUCHED } from "#lib/forms/form.ts";
import type { ResourceState } from "#lib/promoter/forms/state.ts";

type RetryFormProps = {
  readonly locale: string;
  /** Why these emails were given up. Absent: all are sent again. */
  readonly error?: string;
  readonly kind: ButtonKind;
  readonly label: string;
  /** The id of what the button is about. */
  readonly describedBy?: string;
  readonly words: FormProblemWords;
};

/** Sends emails again. */
export function RetryForm({ locale, error, kind, label, describedBy, words }: RetryFormProps) {
  const form = useSubmission<ResourceState>(retryMessages, UNTOUCHED);
  return (
    <ProblemForm form={form} words={words} hidden={{ locale, id: 0, opened: JSON.stringify({ error }) }}>
      <Button kind={kind} pending={form.pending} aria-describedby={describedBy} className="max-md:w-full">
        {label}
      </Button>
    </ProblemForm>
  );
}
