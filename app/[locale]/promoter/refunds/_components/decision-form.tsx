"use client";

import type { Messages } from "next-intl";
import { decideRequest } from "#app/[locale]/promoter/refunds/actions.ts";
import { FormProblem, type FormProblemWords } from "#components/forms/form-problem.tsx";
import { SubmissionForm } from "#components/forms/submission-form.tsx";
import { useSubmission } from "#components/forms/use-submission.ts";
import { Button } from "#components/ui/button.tsx";
import { inputClass, Labelled } from "#components/ui/labelled.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { UNTOUCHED } from "#lib/forms/form.ts";
import { fill } from "#lib/i18n/words.ts";

type DecisionFormProps = {
  readonly hidden: Readonly<Record<string, string>>;
  /** The id of the request's heading, which the buttons belong to. */
  readonly describedBy: string;
  /** What goes back, in the words of the page. Absent where it is not known. */
  readonly amounts: { readonly refund: string; readonly refundLessFee: string } | undefined;
  /** That the voucher that paid is closed, and what a refund then does. Read before the buttons that refund. */
  readonly voucherNote: string | undefined;
  readonly words: Messages["RefundRequests"] & FormProblemWords;
};

/** The three decisions about a request, and what the buyer is told with the last one. */
export function DecisionForm({ hidden, describedBy, amounts, voucherNote, words }: DecisionFormProps) {
  const submission = useSubmission(decideRequest, UNTOUCHED);
  const { state, lost, announcement, pending } = submission;
  const reasonId = `${describedBy}-reason`;
  const noteId = `${describedBy}-voucher`;
  const labels = {
    refund: amounts ? fill(words.refundOf, { amount: amounts.refund }) : words.refund,
    refundLessFee: amounts ? fill(words.refundLessFeeOf, { amount: amounts.refundLessFee }) : words.refundLessFee,
    decline: words.decline,
  };
  const decide = (decision: keyof typeof labels) => ({
    name: "decision",
    value: decision,
    pending,
    pendingLabel: words.working,
    "aria-describedby": voucherNote === undefined ? describedBy : `${describedBy} ${noteId}`,
    children: labels[decision],
  });
  return (
    <>
      <FormProblem form={{ openErrors: [], message: state.message, lost, announcement }} words={words} />
      <SubmissionForm submission={submission} hidden={hidden} className="flex flex-col gap-4">
        {voucherNote !== undefined && (
          <>
            <input type="hidden" name="newVoucher" value="1" />
            <Panel tone="warn" id={noteId}>
              {voucherNote}
            </Panel>
          </>
        )}
        <div className="flex flex-wrap gap-3">
          <Button {...decide("refund")} kind="primary" className="max-sm:w-full" />
          {/* Without a fee there is one refund. */}
          {(amounts === undefined || amounts.refundLessFee !== amounts.refund) && (
            <Button {...decide("refundLessFee")} kind="secondary" className="max-sm:w-full" />
          )}
        </div>
        <div className="border-t border-line pt-4">
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
        </div>
        <div>
          <Button {...decide("decline")} kind="secondary" />
        </div>
      </SubmissionForm>
    </>
  );
}
