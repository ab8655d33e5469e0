"use client";

import { setNewPassword } from "#app/[locale]/promoter/sign-in/password/[link]/actions.ts";
import type { PasswordState, PasswordWords } from "#app/[locale]/promoter/sign-in/password-schema.ts";
import { FormProblem, type FormProblemWords } from "#components/forms/form-problem.tsx";
import { PasswordField } from "#components/forms/password-field.tsx";
import { Hidden } from "#components/forms/submission-form.tsx";
import { useActionForm } from "#components/forms/use-action-form.ts";
import { Button } from "#components/ui/button.tsx";
import { UNTOUCHED } from "#lib/forms/form.ts";

type PasswordFormProps = {
  readonly locale: string;
  readonly link: string;
  readonly email: string;
  readonly words: FormProblemWords &
    PasswordWords &
    Readonly<Record<"text" | "newPassword" | "rules" | "show" | "passwordEnds" | "savePassword" | "saving", string>>;
};

/** Asks for a new password. */
export function PasswordForm({ locale, link, email, words }: PasswordFormProps) {
  const form = useActionForm<PasswordState>({
    action: setNewPassword,
    untouched: UNTOUCHED,
    loadSchema: async () => (await import("#app/[locale]/promoter/sign-in/password-schema.ts")).passwordSchema(words),
  });
  const { pending, field, errorOf } = form;
  return (
    <>
      <FormProblem form={form} words={words} />
      <h1 className="text-3xl">{words.title}</h1>
      <p className="mt-2 text-ink-muted wrap-anywhere">{words.text}</p>
      <form {...form.props} className="mt-8 flex flex-col gap-6">
        <Hidden fields={{ locale, link }} />
        {/* A password manager stores the password under this name. */}
        <input type="text" value={email} autoComplete="username" readOnly hidden />
        <PasswordField
          {...field("password")}
          label={words.newPassword}
          hint={words.rules}
          error={errorOf("password")}
          show={words.show}
          autoComplete="new-password"
          enterKeyHint="go"
        />
        <div className="flex flex-col gap-2">
          <Button pending={pending} pendingLabel={words.saving}>
            {words.savePassword}
          </Button>
          <p className="text-sm text-ink-muted">{words.passwordEnds}</p>
        </div>
      </form>
    </>
  );
}
