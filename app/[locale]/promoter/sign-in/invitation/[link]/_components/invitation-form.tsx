"use client";

import { createAccount } from "#app/[locale]/promoter/sign-in/invitation/[link]/actions.ts";
import type {
  InvitationState,
  InvitationWords,
} from "#app/[locale]/promoter/sign-in/invitation/[link]/invitation-schema.ts";
import { FormProblem, type FormProblemWords } from "#components/forms/form-problem.tsx";
import { PasswordField } from "#components/forms/password-field.tsx";
import { Hidden } from "#components/forms/submission-form.tsx";
import { useActionForm } from "#components/forms/use-action-form.ts";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
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
        | "createAccount"
        | "creating",
        string
      >
    >;
};

/** Asks who was invited for what their account needs. */
export function InvitationForm({ locale, link, email, words }: InvitationFormProps) {
  const form = useActionForm<InvitationState>({
    action: createAccount,
    untouched: UNTOUCHED,
    loadSchema: async () =>
      (await import("#app/[locale]/promoter/sign-in/invitation/[link]/invitation-schema.ts")).invitationSchema(words),
  });
  const { state, pending, field, errorOf } = form;
  return (
    <>
      <FormProblem form={form} words={words} />
      <h1 className="text-3xl">{words.title}</h1>
      <p className="mt-2">{words.text}</p>
      <p className="mt-1 text-ink-muted">{words.access}</p>
      <form {...form.props} className="mt-8 flex flex-col gap-6">
        <Hidden fields={{ locale, link }} />
        <div className="grid gap-x-4 gap-y-6 sm:grid-cols-2">
          <Field
            {...field("firstName")}
            label={words.firstName}
            error={errorOf("firstName")}
            autoComplete="given-name"
            defaultValue={state.values?.firstName}
          />
          <Field
            {...field("lastName")}
            label={words.lastName}
            optional={words.optional}
            error={errorOf("lastName")}
            autoComplete="family-name"
            defaultValue={state.values?.lastName}
          />
        </div>
        <Field
          {...field("username")}
          label={words.username}
          hint={words.usernameHint}
          error={errorOf("username")}
          autoComplete="username"
          autoCapitalize="off"
          spellCheck={false}
          dir="ltr"
          defaultValue={state.values?.username ?? email}
        />
        <PasswordField
          {...field("password")}
          label={words.password}
          hint={words.rules}
          error={errorOf("password")}
          show={words.show}
          autoComplete="new-password"
          enterKeyHint="go"
        />
        <Button pending={pending} pendingLabel={words.creating}>
          {words.createAccount}
        </Button>
      </form>
    </>
  );
}
