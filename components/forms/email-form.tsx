"use client";

import type { ReactNode } from "react";
import { EmailField } from "#components/forms/email-field.tsx";
import type { FormProblemWords } from "#components/forms/form-problem.tsx";
import { ProblemForm } from "#components/forms/problem-form.tsx";
import { useActionForm } from "#components/forms/use-action-form.ts";
import { useSubmission } from "#components/forms/use-submission.ts";
import { Button } from "#components/ui/button.tsx";
import type { EmailErrorWords } from "#lib/forms/email-schema.ts";
import { type FormAction, UNTOUCHED } from "#lib/forms/form.ts";

type EmailFormProps = {
  readonly action: FormAction<{ readonly email: string }>;
  readonly hidden: Readonly<Record<string, string>>;
  readonly words: FormProblemWords & EmailErrorWords & Readonly<Record<"text" | "email" | "send" | "sending", string>>;
  /** The form stands below something else, which the page's title is about. */
  readonly isPart?: boolean;
  readonly children?: ReactNode;
};

/** A page with one email field, and what the address is used for. */
export function EmailForm({ action, hidden, words, isPart = false, children }: EmailFormProps) {
  const form = useActionForm({
    submission: useSubmission(action, UNTOUCHED),
    loadSchema: async () => (await import("#lib/forms/email-schema.ts")).emailSchema(words),
  });
  return (
    <>
      <ProblemForm
        form={form}
        words={words}
        hidden={hidden}
        heading={
          <>
            <FormHeading isPart={isPart}>{words.title}</FormHeading>
            <p className="mt-3 text-lg text-pretty text-ink-muted">{words.text}</p>
          </>
        }
        className="mt-8 mb-8 flex flex-col gap-6"
      >
        <EmailField {...form.field("email")} label={words.email} />
        <Button pending={form.pending} pendingLabel={words.sending}>
          {words.send}
        </Button>
      </ProblemForm>
      {children}
    </>
  );
}

type FormHeadingProps = { readonly isPart: boolean; readonly children: string };

/** The title of a page that is a form, or of the form as a part of a page. */
export function FormHeading({ isPart, children }: FormHeadingProps) {
  return isPart ? <h2 className="text-2xl">{children}</h2> : <h1 className="text-3xl">{children}</h1>;
}
