"use client";

import type { Messages } from "next-intl";
import { EmailField } from "#components/forms/email-field.tsx";
import type { FormProblemWords } from "#components/forms/form-problem.tsx";
import { ProblemForm } from "#components/forms/problem-form.tsx";
import { useActionForm } from "#components/forms/use-action-form.ts";
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
export function ChangeEmailForm({ action, hidden, words, ...props }: ChangeEmailFormProps) {
  const submission = useSubmission(action, UNTOUCHED);
  const { fieldErrors, values } = submission.state;
  // The action asks where the page could not know that this device did not pay.
  const asksCurrent = props.asksCurrent || (fieldErrors.currentEmail ?? values?.currentEmail) !== undefined;
  const form = useActionForm({
    submission,
    loadSchema: async () => {
      const { changeEmailSchema } = await import("#app/[locale]/(shop)/sales/[link]/email/change-email-schema.ts");
      return changeEmailSchema(words, asksCurrent);
    },
  });
  return (
    <ProblemForm form={form} words={words} hidden={hidden} className="flex flex-col gap-5">
      {asksCurrent && (
        <EmailField
          {...form.field("currentEmail")}
          label={words.currentEmail}
          hint={words.currentHint}
          enterKeyHint="next"
        />
      )}
      <EmailField {...form.field("email")} label={words.newEmail} />
      <p className="text-sm text-pretty">{words.linkEnds}</p>
      <Button pending={form.pending} pendingLabel={words.sending}>
        {words.changeSend}
      </Button>
    </ProblemForm>
  );
}
