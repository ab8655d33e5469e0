"use client";

import type { FormProblemWords } from "#components/forms/form-problem.tsx";
import { ProblemForm } from "#components/forms/problem-form.tsx";
import { useSubmission } from "#components/forms/use-submission.ts";
import { Button } from "#components/ui/button.tsx";
import { Status } from "#components/ui/status.tsx";
import { type FormState, UNTOUCHED } from "#lib/forms/form.ts";

type JoinLineProps = {
  readonly action: (previous: FormState<object>, form: FormData) => Promise<FormState<object>>;
  readonly hidden: Readonly<Record<string, string>>;
  readonly words: FormProblemWords & Readonly<Record<"join" | "joining" | "working", string>>;
};

/** The button that joins a line. With script the browser works for the place, which takes a slow phone some seconds. */
export function JoinLine({ action, hidden, words }: JoinLineProps) {
  const form = useSubmission<FormState<object>>(action, UNTOUCHED);
  const { pending } = form;
  return (
    <ProblemForm form={form} words={words} hidden={hidden} className="flex flex-col gap-3 sm:items-start">
      <Button pending={pending} pendingLabel={words.joining}>
        {words.join}
      </Button>
      <Status className="text-sm text-ink-muted">{pending ? words.working : undefined}</Status>
    </ProblemForm>
  );
}
