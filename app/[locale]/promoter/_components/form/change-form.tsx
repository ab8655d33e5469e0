"use client";

import type { Route } from "next";
import type { FormProblemWords } from "#components/forms/form-problem.tsx";
import { ProblemForm } from "#components/forms/problem-form.tsx";
import { useSubmission } from "#components/forms/use-submission.ts";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { UNTOUCHED } from "#lib/forms/form.ts";
import type { ResourceAction, ResourceState } from "#lib/promoter/forms/state.ts";

type ChangeFormProps = {
  readonly action: ResourceAction;
  readonly locale: string;
  readonly id: number;
  /** What the action changes, where it has a choice. */
  readonly change?: string;
  readonly back: string;
  readonly words: FormProblemWords & Readonly<Record<"button" | "working" | "back", string>>;
};

/** The button of a page that asks before a change, and the way back. */
export function ChangeForm({ action, locale, id, change, back, words }: ChangeFormProps) {
  const form = useSubmission<ResourceState>(action, UNTOUCHED);
  return (
    <ProblemForm
      form={form}
      words={words}
      hidden={{ locale, id, opened: "{}", ...(change !== undefined && { change }) }}
      className="flex flex-wrap gap-3"
    >
      <Button pending={form.pending} pendingLabel={words.working} className="min-h-12 max-sm:w-full">
        {words.button}
      </Button>
      <a href={back as Route} className={buttonClass("secondary", "max-sm:w-full")}>
        {words.back}
      </a>
    </ProblemForm>
  );
}
