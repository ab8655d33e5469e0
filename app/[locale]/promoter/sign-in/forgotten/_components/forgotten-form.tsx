"use client";

import { requestNewPassword } from "#app/[locale]/promoter/sign-in/forgotten/actions.ts";
import type { ForgottenState, UserErrorWords } from "#app/[locale]/promoter/sign-in/sign-in-schema.ts";
import type { FormProblemWords } from "#components/forms/form-problem.tsx";
import { ProblemForm } from "#components/forms/problem-form.tsx";
import { useActionForm } from "#components/forms/use-action-form.ts";
import { useSubmission } from "#components/forms/use-submission.ts";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { UNTOUCHED } from "#lib/forms/form.ts";

type ForgottenFormProps = {
  readonly locale: string;
  readonly words: FormProblemWords &
    UserErrorWords &
    Readonly<Record<"forgottenText" | "user" | "sendLink" | "sending", string>>;
};

/** Asks for a link for a new password. */
export function ForgottenForm({ locale, words }: ForgottenFormProps) {
  const form = useActionForm({
    submission: useSubmission<ForgottenState>(requestNewPassword, UNTOUCHED),
    loadSchema: async () => (await import("#app/[locale]/promoter/sign-in/sign-in-schema.ts")).forgottenSchema(words),
  });
  return (
    <ProblemForm
      form={form}
      words={words}
      hidden={{ locale }}
      heading={
        <div>
          <h1 className="text-3xl">{words.title}</h1>
          <p className="mt-2 text-ink-muted">{words.forgottenText}</p>
        </div>
      }
      className="flex flex-col gap-5"
    >
      <Field
        {...form.field("user")}
        label={words.user}
        autoComplete="username"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="go"
      />
      <Button pending={form.pending} pendingLabel={words.sending}>
        {words.sendLink}
      </Button>
    </ProblemForm>
  );
}
