"use client";

import type { ReactNode } from "react";
import { confirmChoice } from "#app/[locale]/(shop)/sales/[link]/choice/actions.ts";
import { EmailField } from "#components/forms/email-field.tsx";
import type { FormProblemWords } from "#components/forms/form-problem.tsx";
import { ProblemForm } from "#components/forms/problem-form.tsx";
import { useActionForm } from "#components/forms/use-action-form.ts";
import { useSubmission } from "#components/forms/use-submission.ts";
import { Button } from "#components/ui/button.tsx";
import { UNTOUCHED } from "#lib/forms/form.ts";

type ConfirmFormProps = {
  readonly hidden: Readonly<Record<string, string>>;
  /** On the device that paid the buyer is known. */
  readonly asksEmail: boolean;
  readonly words: FormProblemWords & Readonly<Record<"email" | "emailHint" | "missing" | "confirm" | "saving", string>>;
  /** What is confirmed, above the button. */
  readonly children: ReactNode;
};

/** The last step of a choice: what happens, the buyer's email, and the button. It works without a script. */
export function ConfirmForm({ hidden, asksEmail, words, children }: ConfirmFormProps) {
  const submission = useSubmission(confirmChoice, UNTOUCHED);
  const form = useActionForm({
    submission,
    loadSchema: async () => (await import("#lib/forms/email-schema.ts")).emailSchema(words),
  });
  // The action asks where the page could not know that this device did not pay.
  const isTyped = asksEmail || (form.state.fieldErrors.email ?? form.state.values?.email) !== undefined;
  return (
    <ProblemForm
      form={isTyped ? form : submission}
      words={words}
      hidden={hidden}
      heading={children}
      className="flex flex-col gap-5"
    >
      {isTyped && <EmailField {...form.field("email")} label={words.email} hint={words.emailHint} />}
      <Button pending={form.pending} pendingLabel={words.saving} className="self-start max-sm:self-stretch">
        {words.confirm}
      </Button>
    </ProblemForm>
  );
}
