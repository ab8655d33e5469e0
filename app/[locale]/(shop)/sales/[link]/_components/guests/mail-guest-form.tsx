"use client";

import type { Messages } from "next-intl";
import type { MailGuestState } from "#app/[locale]/(shop)/sales/[link]/guest-state.ts";
import { EmailField } from "#components/forms/email-field.tsx";
import type { FormProblemWords } from "#components/forms/form-problem.tsx";
import { ProblemForm } from "#components/forms/problem-form.tsx";
import { useActionForm } from "#components/forms/use-action-form.ts";
import { useSubmission } from "#components/forms/use-submission.ts";
import { Button } from "#components/ui/button.tsx";
import { Status } from "#components/ui/status.tsx";
import { UNTOUCHED } from "#lib/forms/form.ts";

type MailGuestFormProps = {
  readonly action: (previous: MailGuestState, form: FormData) => Promise<MailGuestState>;
  readonly hidden: Readonly<Record<string, string>>;
  /** An id that is unique on the page. */
  readonly id: string;
  /** Names the ticket, for screen readers. */
  readonly about: string;
  readonly words: Messages["MailGuest"] & FormProblemWords;
};

/** Sends one ticket to its guest by email. It is closed until it is needed. */
export function MailGuestForm({ action, hidden, id, about, words }: MailGuestFormProps) {
  const form = useActionForm({
    submission: useSubmission<MailGuestState>(action, UNTOUCHED),
    loadSchema: async () => (await import("#lib/forms/email-schema.ts")).emailSchema(words),
    idOf: () => id,
  });
  const { state, lost, announcement, isOvertaken, pending } = form;
  return (
    <details className="w-full" {...(announcement > 0 && { open: true })}>
      <summary className="tap inline-flex cursor-pointer list-none items-center text-sm text-accent-text underline underline-offset-4 [&::-webkit-details-marker]:hidden">
        <span>{words.open}</span>
        <span className="sr-only">{` ${about}`}</span>
      </summary>
      <ProblemForm form={form} words={words} hidden={hidden} className="flex flex-col items-start gap-3 pt-2">
        <EmailField
          {...form.field("email")}
          label={words.email}
          hint={words.hint}
          autoComplete="off"
          enterKeyHint="send"
          className="w-full"
        />
        <Button kind="secondary" pending={pending} pendingLabel={words.sending} className="text-sm">
          {words.send}
        </Button>
        <Status className="text-sm font-medium wrap-anywhere text-ok">
          {lost === undefined && !isOvertaken ? state.sent : undefined}
        </Status>
      </ProblemForm>
    </details>
  );
}
