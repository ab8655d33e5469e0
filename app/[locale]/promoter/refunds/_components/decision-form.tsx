"use client";

import { decideRequest } from "#app/[locale]/promoter/refunds/actions.ts";
import { FormProblem, type FormProblemWords } from "#components/forms/form-problem.tsx";
import { useSubmission } from "#components/forms/use-submission.ts";
import { Button } from "#components/ui/button.tsx";
import { UNTOUCHED } from "#lib/forms/form-state.ts";

type DecisionFormProps = {
  readonly hidden: Readonly<Record<string, string>>;
  /** The id of the request's heading, which the buttons belong to. */
  readonly describedBy: string;
  readonly words: FormProblemWords & Readonly<Record<"refund" | "refundLessFee" | "decline" | "working", string>>;
};

/** The three decisions about a request. */
export function DecisionForm({ hidden, describedBy, words }: DecisionFormProps) {
  const { state, lost, turn, pending, post, send } = useSubmission(decideRequest, UNTOUCHED);
  return (
    <>
      <FormProblem form={{ openErrors: [], message: state.message, lost, turn }} words={words} />
      <form
        action={post}
        onSubmit={(event) => {
          event.preventDefault();
          const { submitter } = event.nativeEvent as SubmitEvent;
          send(new FormData(event.currentTarget, submitter));
        }}
        className="flex flex-wrap gap-3"
      >
        {Object.entries(hidden).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {(["refund", "refundLessFee", "decline"] as const).map((decision) => (
          <Button
            key={decision}
            name="decision"
            value={decision}
            kind="secondary"
            pending={pending}
            pendingLabel={words.working}
            aria-describedby={describedBy}
          >
            {words[decision]}
          </Button>
        ))}
      </form>
    </>
  );
}
