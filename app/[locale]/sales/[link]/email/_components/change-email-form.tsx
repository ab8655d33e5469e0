"use client";

import { FormProblem, type FormProblemWords } from "#components/forms/form-problem.tsx";
import { SubmissionForm } from "#components/forms/submission-form.tsx";
import { useSubmission } from "#components/forms/use-submission.ts";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { type FormAction, UNTOUCHED } from "#lib/forms/form.ts";

type ChangeEmailFormProps = {
  readonly action: FormAction<{ readonly email: string; readonly currentEmail: string }>;
  readonly hidden: Readonly<Record<string, string>>;
  /** On another device than the one that paid. */
  readonly asksCurrent: boolean;
  readonly words: FormProblemWords &
    Readonly<Record<"currentEmail" | "currentHint" | "newEmail" | "changeSend" | "sending", string>>;
};

const EMAIL = {
  type: "email",
  autoComplete: "email",
  autoCapitalize: "off",
  spellCheck: false,
  maxLength: 254,
} as const;

/** Asks for the new address; on another device for the current one first. */
export function ChangeEmailForm({ action, hidden, asksCurrent, words }: ChangeEmailFormProps) {
  const { state, lost, announcement, pending, post, send } = useSubmission(action, UNTOUCHED);
  const { fieldErrors, values, message } = state;
  const openErrors = (["currentEmail", "email"] as const).flatMap((field) => {
    const error = fieldErrors[field];
    return error === undefined ? [] : [{ field, message: error }];
  });
  return (
    <>
      <FormProblem form={{ openErrors, message, lost, announcement }} words={words} />
      <SubmissionForm submission={{ post, send }} hidden={hidden} className="flex flex-col gap-5">
        {asksCurrent && (
          <Field
            {...EMAIL}
            label={words.currentEmail}
            hint={words.currentHint}
            name="currentEmail"
            error={fieldErrors.currentEmail}
            defaultValue={values?.currentEmail}
          />
        )}
        <Field
          {...EMAIL}
          label={words.newEmail}
          name="email"
          enterKeyHint="go"
          error={fieldErrors.email}
          defaultValue={values?.email}
        />
        <Button pending={pending} pendingLabel={words.sending}>
          {words.changeSend}
        </Button>
      </SubmissionForm>
    </>
  );
}
