"use client";

import type { ReactNode } from "react";
import { FormProblem, type FormProblemWords } from "#components/forms/form-problem.tsx";
import { SubmissionForm, type SubmissionFormProps } from "#components/forms/submission-form.tsx";
import type { AnswerState, Submission } from "#components/forms/use-submission.ts";

type ProblemFormProps = SubmissionFormProps & {
  readonly submission: Submission<AnswerState>;
  readonly words: FormProblemWords;
  /** Between the problem and the form. */
  readonly heading?: ReactNode;
  /** Returns the id of a field's input, where it is not the field's name. */
  readonly idOf?: (name: string) => string;
};

/** A form that only its action validates, below the reason why the last submit did not succeed. */
export function ProblemForm({ submission, words, heading, idOf = (name) => name, ...form }: ProblemFormProps) {
  const { state, lost, announcement } = submission;
  const openErrors = Object.entries(submission.openErrors).flatMap(([name, message]) =>
    message === undefined ? [] : [{ field: idOf(name), message }],
  );
  return (
    <>
      <FormProblem form={{ openErrors, message: state.message, lost, announcement }} words={words} />
      {heading}
      <SubmissionForm {...form} submission={submission} noValidate />
    </>
  );
}
