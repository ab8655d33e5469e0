"use client";

import { NewPasswordField, type NewPasswordWords } from "#app/[locale]/promoter/sign-in/_components/password-field.tsx";
import { setNewPassword } from "#app/[locale]/promoter/sign-in/password/[link]/actions.ts";
import type { PasswordErrorWords, PasswordState } from "#app/[locale]/promoter/sign-in/sign-in-schema.ts";
import type { FormProblemWords } from "#components/forms/form-problem.tsx";
import { ProblemForm } from "#components/forms/problem-form.tsx";
import { useActionForm } from "#components/forms/use-action-form.ts";
import { useSubmission } from "#components/forms/use-submission.ts";
import { Button } from "#components/ui/button.tsx";
import { UNTOUCHED } from "#lib/forms/form.ts";

type PasswordFormProps = {
  readonly locale: string;
  readonly link: string;
  readonly email: string;
  readonly words: FormProblemWords &
    PasswordErrorWords &
    Omit<NewPasswordWords, "password"> &
    Readonly<Record<"text" | "newPassword" | "passwordEnds" | "savePassword" | "saving", string>>;
};

/** Asks for a new password. */
export function PasswordForm({ locale, link, email, words }: PasswordFormProps) {
  const form = useActionForm({
    submission: useSubmission<PasswordState>(setNewPassword, UNTOUCHED),
    loadSchema: async () => (await import("#app/[locale]/promoter/sign-in/sign-in-schema.ts")).passwordSchema(words),
  });
  return (
    <ProblemForm
      form={form}
      words={words}
      hidden={{ locale, link }}
      heading={
        <div>
          <h1 className="text-3xl">{words.title}</h1>
          <p className="mt-2 text-ink-muted wrap-anywhere">{words.text}</p>
        </div>
      }
      className="flex flex-col gap-5"
    >
      {/* A password manager stores the password under this name. */}
      <input type="text" value={email} autoComplete="username" readOnly hidden />
      <NewPasswordField {...form.field("password")} words={{ ...words, password: words.newPassword }} />
      <div className="flex flex-col gap-2">
        <Button pending={form.pending} pendingLabel={words.saving}>
          {words.savePassword}
        </Button>
        <p className="text-sm text-ink-muted">{words.passwordEnds}</p>
      </div>
    </ProblemForm>
  );
}
