"use client";

import type { ComponentProps, ReactNode } from "react";
import { FormProblem, type FormProblemWords } from "#components/forms/form-problem.tsx";
import { Hidden } from "#components/forms/hidden.tsx";
import type { SentForm } from "#components/forms/use-submission.ts";

type ProblemFormProps = Omit<ComponentProps<"form">, "action" | "onSubmit" | "hidden" | "ref"> & {
  readonly form: SentForm;
  readonly words: FormProblemWords;
  /** Fields that the action reads and the visitor does not see. */
  readonly hidden: Readonly<Record<string, string | number>>;
  /** Between the problem and the form. */
  readonly heading?: ReactNode;
};

/** A form below the reason why its last submit did not succeed. */
export function ProblemForm({ form, words, hidden, heading, children, ...attributes }: ProblemFormProps) {
  return (
    <>
      <FormProblem form={form} words={words} />
      {heading}
      <form {...attributes} {...form.props}>
        <Hidden fields={hidden} />
        {children}
      </form>
    </>
  );
}
