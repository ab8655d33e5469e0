"use client";

import type { Route } from "next";
import { changePersonsSignIn } from "#app/[locale]/promoter/settings/users/actions.ts";
import { FormProblem, type FormProblemWords } from "#components/forms/form-problem.tsx";
import { SubmissionForm } from "#components/forms/submission-form.tsx";
import { useSubmission } from "#components/forms/use-submission.ts";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { UNTOUCHED } from "#lib/forms/form.ts";
import type { ResourceState } from "#lib/promoter/forms/state.ts";

type ChangeFormProps = {
  readonly locale: string;
  readonly id: number;
  readonly change: string;
  readonly back: string;
  readonly words: FormProblemWords & Readonly<Record<"button" | "working" | "back", string>>;
};

/** The button that changes how a person signs in, and the way back. */
export function ChangeForm({ locale, id, change, back, words }: ChangeFormProps) {
  const submission = useSubmission<ResourceState>(changePersonsSignIn, UNTOUCHED);
  const { state, lost, announcement, pending } = submission;
  return (
    <>
      <FormProblem form={{ openErrors: [], message: state.message, lost, announcement }} words={words} />
      <SubmissionForm
        submission={submission}
        hidden={{ locale, id, opened: "{}", change }}
        className="flex flex-wrap gap-3"
      >
        <Button pending={pending} pendingLabel={words.working} className="min-h-12 max-sm:w-full">
          {words.button}
        </Button>
        <a href={back as Route} className={buttonClass("secondary", "max-sm:w-full")}>
          {words.back}
        </a>
      </SubmissionForm>
    </>
  );
}
