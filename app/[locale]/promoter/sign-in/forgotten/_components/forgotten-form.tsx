"use client";

import { requestNewPassword } from "#app/[locale]/promoter/sign-in/forgotten/actions.ts";
import type { FormProblemWords } from "#components/forms/form-problem.tsx";
import { ProblemForm } from "#components/forms/problem-form.tsx";
import { useSubmission } from "#components/forms/use-submission.ts";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { UNTOUCHED } from "#lib/forms/form.ts";

type ForgottenFormProps = {
  readonly locale: string;
  readonly words: FormProblemWords & Readonly<Record<"forgottenText" | "user" | "sendLink" | "sending", string>>;
};

/** Asks for a link for a new password. Only the action validates it. */
export function ForgottenForm({ locale, words }: ForgottenFormProps) {
  const submission = useSubmission(requestNewPassword, UNTOUCHED);
  const { state, openErrors, pending } = submission;
  return (
    <ProblemForm
      submission={submission}
      words={words}
      hidden={{ locale }}
      heading={
        <>
          <h1 className="text-3xl">{words.title}</h1>
          <p className="mt-2 text-ink-muted">{words.forgottenText}</p>
        </>
      }
      className="mt-8 flex flex-col gap-6"
    >
      <Field
        name="user"
        label={words.user}
        error={openErrors.user}
        defaultValue={state.values?.user}
        autoComplete="username"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="go"
      />
      <Button pending={pending} pendingLabel={words.sending}>
        {words.sendLink}
      </Button>
    </ProblemForm>
  );
}
