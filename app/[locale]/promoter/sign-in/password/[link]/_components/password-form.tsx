"use client";

import { PasswordField } from "#app/[locale]/promoter/sign-in/_components/password-field.tsx";
import { setNewPassword } from "#app/[locale]/promoter/sign-in/password/[link]/actions.ts";
import type { PasswordState, PasswordWords } from "#app/[locale]/promoter/sign-in/password-schema.ts";
import { FormProblem, type FormProblemWords } from "#components/forms/form-problem.tsx";
import { Hidden } from "#components/forms/hidden.tsx";
import { useActionForm } from "#components/forms/use-action-form.ts";
import { useSubmission } from "#components/forms/use-submission.ts";
import { Button } from "#components/ui/button.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { UNTOUCHED } from "#lib/forms/form.ts";

type PasswordFormProps = {
  readonly locale: string;
  readonly link: string;
  readonly email: string;
  readonly words: FormProblemWords &
    PasswordWords &
    Readonly<
      Record<
        "text" | "newPassword" | "rules" | "show" | "showPassword" | "passwordEnds" | "savePassword" | "saving",
        string
      >
    >;
};

/** Asks for a new password. */
export function PasswordForm({ locale, link, email, words }: PasswordFormProps) {
  const form = useActionForm({
    submission: useSubmission<PasswordState>(setNewPassword, UNTOUCHED),
    loadSchema: async () => (await import("#app/[locale]/promoter/sign-in/password-schema.ts")).passwordSchema(words),
  });
  const { pending, field } = form;
  return (
    <>
      <FormProblem form={form} words={words} />
      <Panel className="flex flex-col gap-5 shadow-raise sm:p-6">
        <div>
          <h1 className="text-3xl">{words.title}</h1>
          <p className="mt-2 text-ink-muted wrap-anywhere">{words.text}</p>
        </div>
        <form {...form.props} className="flex flex-col gap-5">
          <Hidden fields={{ locale, link }} />
          {/* A password manager stores the password under this name. */}
          <input type="text" value={email} autoComplete="username" readOnly hidden />
          <PasswordField
            {...field("password")}
            words={{ ...words, password: words.newPassword }}
            hint={words.rules}
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
      </Panel>
    </>
  );
}
