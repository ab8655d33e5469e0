"use client";

import type { Messages } from "next-intl";
import { changePassword } from "#app/[locale]/promoter/account/password/actions.ts";
import type { PasswordState } from "#app/[locale]/promoter/account/password/password-schema.ts";
import { FormProblem, type FormProblemWords } from "#components/forms/form-problem.tsx";
import { Hidden } from "#components/forms/hidden.tsx";
import { useActionForm } from "#components/forms/use-action-form.ts";
import { useSubmission } from "#components/forms/use-submission.ts";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { UNTOUCHED } from "#lib/forms/form.ts";

type PasswordFormProps = {
  readonly locale: string;
  /** For password managers, which keep a password by its user. */
  readonly user: string;
  readonly words: Messages["OwnAccount"]["password"] & FormProblemWords;
};

export function PasswordForm({ locale, user, words }: PasswordFormProps) {
  const form = useActionForm({
    submission: useSubmission<PasswordState>(changePassword, UNTOUCHED),
    loadSchema: async () =>
      (await import("#app/[locale]/promoter/account/password/password-schema.ts")).passwordSchema(words),
  });
  const { pending, field } = form;
  return (
    <>
      <FormProblem form={form} words={words} />
      <form {...form.props} className="flex flex-col gap-6">
        <Hidden fields={{ locale }} />
        <input type="text" name="username" autoComplete="username" value={user} readOnly hidden />
        <Field {...field("current")} label={words.current} type="password" autoComplete="current-password" />
        <Field
          {...field("password")}
          label={words.new}
          hint={words.rules}
          type="password"
          autoComplete="new-password"
          enterKeyHint="go"
        />
        <p className="text-sm text-ink-muted">{words.others}</p>
        <div>
          <Button pending={pending} className="max-sm:w-full">
            {words.change}
          </Button>
        </div>
      </form>
    </>
  );
}
