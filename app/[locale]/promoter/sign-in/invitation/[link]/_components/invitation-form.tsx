"use client";

import { PasswordField } from "#app/[locale]/promoter/sign-in/_components/password-field.tsx";
import { createAccount } from "#app/[locale]/promoter/sign-in/invitation/[link]/actions.ts";
import type {
  InvitationState,
  InvitationWords,
} from "#app/[locale]/promoter/sign-in/invitation/[link]/invitation-schema.ts";
import { FormProblem, type FormProblemWords } from "#components/forms/form-problem.tsx";
import { Hidden } from "#components/forms/hidden.tsx";
import { useActionForm } from "#components/forms/use-action-form.ts";
import { useSubmission } from "#components/forms/use-submission.ts";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { UNTOUCHED } from "#lib/forms/form.ts";

type InvitationFormProps = {
  readonly locale: string;
  readonly link: string;
  /** The address to which the invitation was mailed. */
  readonly email: string;
  readonly words: FormProblemWords &
    InvitationWords &
    Readonly<
      Record<
        | "text"
        | "access"
        | "firstName"
        | "lastName"
        | "optional"
        | "username"
        | "usernameHint"
        | "password"
        | "rules"
        | "show"
        | "showPassword"
        | "createAccount"
        | "creating",
        string
      >
    >;
};

/** Asks who was invited for what their account needs. */
export function InvitationForm({ locale, link, email, words }: InvitationFormProps) {
  const form = useActionForm({
    submission: useSubmission<InvitationState>(createAccount, UNTOUCHED),
    loadSchema: async () =>
      (await import("#app/[locale]/promoter/sign-in/invitation/[link]/invitation-schema.ts")).invitationSchema(words),
  });
  const { state, pending, field } = form;
  return (
    <>
      <FormProblem form={form} words={words} />
      <Panel className="flex flex-col gap-5 shadow-raise sm:p-6">
        <div>
          <h1 className="text-3xl">{words.title}</h1>
          <p className="mt-2">{words.text}</p>
          <p className="mt-1 text-ink-muted">{words.access}</p>
        </div>
        <form {...form.props} className="flex flex-col gap-5">
          <Hidden fields={{ locale, link }} />
          <div className="grid gap-x-4 gap-y-6 sm:grid-cols-2">
            <Field {...field("firstName")} label={words.firstName} autoComplete="given-name" />
            <Field {...field("lastName")} label={words.lastName} optional={words.optional} autoComplete="family-name" />
          </div>
          <Field
            {...field("username")}
            label={words.username}
            hint={words.usernameHint}
            autoComplete="username"
            autoCapitalize="off"
            spellCheck={false}
            dir="ltr"
            defaultValue={state.values?.username ?? email}
          />
          <PasswordField
            {...field("password")}
            words={words}
            hint={words.rules}
            autoComplete="new-password"
            enterKeyHint="go"
          />
          <Button pending={pending} pendingLabel={words.creating}>
            {words.createAccount}
          </Button>
        </form>
      </Panel>
    </>
  );
}
