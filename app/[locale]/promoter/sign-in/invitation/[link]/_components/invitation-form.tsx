"use client";

import { NewPasswordField, type NewPasswordWords } from "#app/[locale]/promoter/sign-in/_components/password-field.tsx";
import { createAccount } from "#app/[locale]/promoter/sign-in/invitation/[link]/actions.ts";
import type { InvitationErrorWords, InvitationState } from "#app/[locale]/promoter/sign-in/sign-in-schema.ts";
import type { FormProblemWords } from "#components/forms/form-problem.tsx";
import { ProblemForm } from "#components/forms/problem-form.tsx";
import { useActionForm } from "#components/forms/use-action-form.ts";
import { useSubmission } from "#components/forms/use-submission.ts";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { UNTOUCHED } from "#lib/forms/form.ts";

type InvitationFormProps = {
  readonly locale: string;
  readonly link: string;
  /** The address to which the invitation was mailed. */
  readonly email: string;
  readonly words: FormProblemWords &
    InvitationErrorWords &
    NewPasswordWords &
    Readonly<
      Record<
        | "text"
        | "access"
        | "firstName"
        | "lastName"
        | "optional"
        | "username"
        | "usernameHint"
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
    loadSchema: async () => (await import("#app/[locale]/promoter/sign-in/sign-in-schema.ts")).invitationSchema(words),
  });
  return (
    <ProblemForm
      form={form}
      words={words}
      hidden={{ locale, link }}
      heading={
        <div>
          <h1 className="text-3xl">{words.title}</h1>
          <p className="mt-2">{words.text}</p>
          <p className="mt-1 text-ink-muted">{words.access}</p>
        </div>
      }
      className="flex flex-col gap-5"
    >
      <div className="grid gap-x-4 gap-y-6 sm:grid-cols-2">
        <Field {...form.field("firstName")} label={words.firstName} autoComplete="given-name" />
        <Field
          {...form.field("lastName")}
          label={words.lastName}
          optional={words.optional}
          autoComplete="family-name"
        />
      </div>
      <Field
        {...form.field("username")}
        label={words.username}
        hint={words.usernameHint}
        autoComplete="username"
        autoCapitalize="off"
        spellCheck={false}
        dir="ltr"
        defaultValue={form.state.values?.username ?? email}
      />
      <NewPasswordField {...form.field("password")} words={words} />
      <Button pending={form.pending} pendingLabel={words.creating}>
        {words.createAccount}
      </Button>
    </ProblemForm>
  );
}
