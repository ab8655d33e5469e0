"use client";

import type { Messages } from "next-intl";
import { decideRequest } from "#app/[locale]/promoter/refunds/actions.ts";
import { FormProblem, type FormProblemWords } from "#components/forms/form-problem.tsx";
import { SubmissionForm } from "#components/forms/submission-form.tsx";
import { useSubmission } from "#components/forms/use-submission.ts";
import { Button } from "#components/ui/button.tsx";
import { inputClass, Labelled } from "#components/ui/labelled.tsx";
import { UNTOUCHED } from "#lib/forms/form.ts";

type DecisionFormProps = {
  readonly hidden: Readonly<Record<string, string>>;
  /** The id of the request's heading, which the buttons belong to. */
  readonly describedBy: string;
  readonly words: Messages["RefundRequests"] & FormProblemWords;
};

/** The three decisions about a request, and what the buyer is told with the last one. */
export function DecisionForm({ hidden, describedBy, words }: DecisionFormProps) {
  const submission = useSubmission(decideRequest, UNTOUCHED);
  const { state, lost, announcement, pending } = submission;
  const reasonId = `${describedBy}-reason`;
  const decide = (decision: "refund" | "refundLessFee" | "decline") => ({
    name: "decision",
    value: decision,
    pending,
    pendingLabel: words.working,
    "aria-describedby": describedBy,
    children: words[decision],
  });
  return (
    <>
      <FormProblem form={{ openErrors: [], message: state.message, lost, announcement }} words={words} />
      <SubmissionForm submission={submission} hidden={hidden} className="flex flex-col gap-4">
        <div className="flex flex-wrap gap-3">
          <Button {...decide("refund")} kind="primary" />
          <Button {...decide("refundLessFee")} kind="secondary" />
        </div>
        <Labelled label={words.why} id={reasonId} hint={words.whyHint}>
          <textarea
            id={reasonId}
            name="reason"
            rows={2}
            maxLength={1_000}
            defaultValue={state.values?.reason}
            aria-describedby={`${reasonId}-hint ${describedBy}`}
            className={inputClass(undefined)}
          />
        </Labelled>
        <div>
          <Button {...decide("decline")} kind="secondary" />
        </div>
      </SubmissionForm>
    </>
  );
}
