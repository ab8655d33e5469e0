"use client";

import { changeInvitation } from "#app/[locale]/promoter/settings/users/actions.ts";
import type { FormProblemWords } from "#components/forms/form-problem.tsx";
import { ProblemForm } from "#components/forms/problem-form.tsx";
import { useSubmission } from "#components/forms/use-submission.ts";
import { Button } from "#components/ui/button.tsx";
import { UNTOUCHED } from "#lib/forms/form.ts";
import type { ResourceState } from "#lib/promoter/forms/state.ts";

type InvitationButtonsProps = {
  readonly id: number;
  readonly locale: string;
  readonly words: FormProblemWords & Readonly<Record<"again" | "end" | "working", string>>;
};

/** Mails an invitation again, or ends it. */
export function InvitationButtons({ id, locale, words }: InvitationButtonsProps) {
  const form = useSubmission<ResourceState>(changeInvitation, UNTOUCHED);
  return (
    <ProblemForm form={form} words={words} hidden={{ locale, id, opened: "{}" }} className="flex flex-wrap gap-2">
      {(["again", "end"] as const).map((change) => (
        <Button
          key={change}
          kind="secondary"
          name="change"
          value={change}
          pending={form.pending}
          pendingLabel={words.working}
          aria-describedby={`invitation-${id}`}
          className="py-2 text-sm"
        >
          {words[change]}
        </Button>
      ))}
    </ProblemForm>
  );
}
