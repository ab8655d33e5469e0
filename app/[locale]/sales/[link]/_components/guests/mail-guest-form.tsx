"use client";

import type { MailGuestState } from "#app/[locale]/sales/[link]/guest-state.ts";
import { FormProblem, type FormProblemWords } from "#components/forms/form-problem.tsx";
import { SubmissionForm } from "#components/forms/submission-form.tsx";
import { useSubmission } from "#components/forms/use-submission.ts";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { UNTOUCHED } from "#lib/forms/form.ts";

type MailGuestFormProps = {
  readonly action: (previous: MailGuestState, form: FormData) => Promise<MailGuestState>;
  readonly hidden: Readonly<Record<string, string>>;
  /** An id that is unique on the page. */
  readonly id: string;
  /** Names the ticket, for screen readers. */
  readonly about: string;
  readonly words: FormProblemWords & Readonly<Record<"open" | "email" | "hint" | "send" | "sending", string>>;
};

/** Sends one ticket to its guest by email. It is closed until it is needed. */
export function MailGuestForm({ action, hidden, id, about, words }: MailGuestFormProps) {
  const { state, lost, announcement, pending, post, send } = useSubmission<MailGuestState>(action, UNTOUCHED);
  const error = state.fieldErrors.email;
  const openErrors = error === undefined ? [] : [{ field: id, message: error }];
  return (
    <details className="w-full" {...(announcement > 0 && { open: true })}>
      <summary className="tap inline-flex cursor-pointer list-none items-center text-sm text-accent-text underline underline-offset-4 [&::-webkit-details-marker]:hidden">
        {words.open}
        <span className="sr-only"> {about}</span>
      </summary>
      <FormProblem form={{ openErrors, message: state.message, lost, announcement }} words={words} />
      <SubmissionForm submission={{ post, send }} hidden={hidden} className="flex flex-col items-start gap-3 pt-2">
        <Field
          label={words.email}
          hint={words.hint}
          error={error}
          id={id}
          name="email"
          type="email"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="send"
          maxLength={254}
          defaultValue={state.values?.email}
          className="w-full"
        />
        <Button kind="secondary" pending={pending} pendingLabel={words.sending} className="text-sm">
          {words.send}
        </Button>
        <p role="status" className="text-sm font-medium wrap-anywhere text-ok empty:hidden">
          {lost === undefined ? state.sent : ""}
        </p>
      </SubmissionForm>
    </details>
  );
}
