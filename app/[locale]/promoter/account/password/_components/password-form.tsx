"use client";

import type { Messages } from "next-intl";
import { CurrentPasswordField } from "#app/[locale]/promoter/account/_components/account-fields.tsx";
import type { PasswordState } from "#app/[locale]/promoter/account/account-schema.ts";
import { changePassword } from "#app/[locale]/promoter/account/password/actions.ts";
import type { FormProblemWords } from "#components/forms/form-problem.tsx";
import { ProblemForm } from "#components/forms/problem-form.tsx";
import { useActionForm } from "#components/forms/use-action-form.ts";
import { useSubmission } from "#components/forms/use-submission.ts";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { UNTOUCHED } from "#lib/forms/form.ts";

type PasswordFormProps = {
  readonly locale: string;
  readonly user: string;
  readonly words: Messages["OwnAccount"]["password"] & FormProblemWords;
};

export function PasswordForm({ locale, user, words }: PasswordFormProps) {
  const form = useActionForm({
    submission: useSubmission<PasswordState>(changePassword, UNTOUCHED),
    loadSchema: async () => (await import("#app/[locale]/promoter/account/account-schema.ts")).passwordSchema(words),
  });
  return (
    <ProblemForm form={form} words={words} hidden={{ locale }} className="flex flex-col gap-6">
      <CurrentPasswordField {...form.field("current")} user={user} label={words.current} />
      <Field
        {...form.field("password")}
        label={words.new}
        hint={words.rules}
        type="password"
        autoComplete="new-password"
        enterKeyHint="go"
      />
      <p className="text-sm text-ink-muted">{words.others}</p>
      <div>
        <Button pending={form.pending} className="max-sm:w-full">
          {words.change}
        </Button>
      </div>
    </ProblemForm>
  );
}
