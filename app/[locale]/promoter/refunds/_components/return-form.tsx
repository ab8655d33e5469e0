"use client";

import type { Messages } from "next-intl";
import { decideRequest } from "#app/[locale]/promoter/refunds/actions.ts";
import { FormProblem, type FormProblemWords } from "#components/forms/form-problem.tsx";
import { SubmissionForm } from "#components/forms/submission-form.tsx";
import { useSubmission } from "#components/forms/use-submission.ts";
import { Button } from "#components/ui/button.tsx";
import { UNTOUCHED } from "#lib/forms/form.ts";

type ReturnFormProps = {
  readonly hidden: Readonly<Record<string, string>>;
  /** The id of the entry's heading, which the buttons belong to. */
  readonly describedBy: string;
  readonly words: Messages["RefundRequests"] & FormProblemWords;
};

/** The two decisions about money that came back to a voucher that cannot spend it. */
export function ReturnForm({ hidden, describedBy, words }: ReturnFormProps) {
  const submission = useSubmission(decideRequest, UNTOUCHED);
  const { state, lost, announcement, pending } = submission;
  const decide = (decision: "sendNew" | "leave") => ({
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
      <SubmissionForm submission={submission} hidden={hidden} className="flex flex-wrap gap-3">
        <Button {...decide("sendNew")} kind="primary" className="max-sm:w-full" />
        <Button {...decide("leave")} kind="secondary" className="max-sm:w-full" />
      </SubmissionForm>
    </>
  );
}
