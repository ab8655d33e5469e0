"use client";

import type { Messages } from "next-intl";
import { EmailField } from "#components/forms/email-field.tsx";
import type { FormProblemWords } from "#components/forms/form-problem.tsx";
import { ProblemForm } from "#components/forms/problem-form.tsx";
import { useSubmission } from "#components/forms/use-submission.ts";
import { Button } from "#components/ui/button.tsx";
import { type FormAction, UNTOUCHED } from "#lib/forms/form.ts";

type ChangeEmailFormProps = {
  readonly action: FormAction<{ readonly email: string; readonly currentEmail: string }>;
  readonly hidden: Readonly<Record<string, string>>;
  /** On another device than the one that paid. */
  readonly asksCurrent: boolean;
  readonly words: Messages["SendTickets"] & FormProblemWords;
};

/** Asks for the new address; on another device for the current one first. */
export function ChangeEmailForm({ action, hidden, asksCurrent, words }: ChangeEmailFormProps) {
  const submission = useSubmission(action, UNTOUCHED);
  const { openErrors, state } = submission;
  return (
    <ProblemForm submission={submission} words={words} hidden={hidden} className="flex flex-col gap-5">
      {asksCurrent && (
        <EmailField
          label={words.currentEmail}
          hint={words.currentHint}
          name="currentEmail"
          enterKeyHint="next"
          error={openErrors.currentEmail}
          defaultValue={state.values?.currentEmail}
        />
      )}
      <EmailField label={words.newEmail} error={openErrors.email} defaultValue={state.values?.email} />
      <p className="text-sm text-pretty">{words.linkEnds}</p>
      <Button pending={submission.pending} pendingLabel={words.sending}>
        {words.changeSend}
      </Button>
    </ProblemForm>
  );
}
