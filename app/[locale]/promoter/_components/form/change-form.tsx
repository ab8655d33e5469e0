"use client";

import type { ComponentProps, ReactNode } from "react";
import type { FormProblemWords } from "#components/forms/form-problem.tsx";
import { ProblemForm } from "#components/forms/problem-form.tsx";
import { useSubmission } from "#components/forms/use-submission.ts";
import { Button } from "#components/ui/button.tsx";
import { UNTOUCHED } from "#lib/forms/form.ts";
import type { ResourceAction, ResourceState } from "#lib/promoter/forms/state.ts";

type ChangeFormProps = {
  readonly action: ResourceAction;
  readonly hidden: Readonly<Record<string, string | number>>;
  readonly buttons: readonly ComponentProps<typeof Button>[];
  readonly words: FormProblemWords;
  /** After the buttons. */
  readonly children?: ReactNode;
};

/** Buttons that change something, in a form without inputs. */
export function ChangeForm({ action, hidden, buttons, words, children }: ChangeFormProps) {
  const form = useSubmission<ResourceState>(action, UNTOUCHED);
  return (
    <ProblemForm form={form} words={words} hidden={{ opened: "{}", ...hidden }} className="flex flex-wrap gap-3">
      {buttons.map((button) => (
        <Button key={String(button.value)} {...button} pending={form.pending} />
      ))}
      {children}
    </ProblemForm>
  );
}
