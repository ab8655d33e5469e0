"use client";

import type { Route } from "next";
import type { Messages } from "next-intl";
import { decideRequest } from "#app/[locale]/promoter/refunds/actions.ts";
import type { FormProblemWords } from "#components/forms/form-problem.tsx";
import { ProblemForm } from "#components/forms/problem-form.tsx";
import { useSubmission } from "#components/forms/use-submission.ts";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { UNTOUCHED } from "#lib/forms/form.ts";
import type { ResourceState } from "#lib/promoter/forms/state.ts";

type Decision = "refund" | "refundLessFee" | "sendNew" | "leave";

type DecisionFormProps = {
  readonly locale: string;
  readonly id: number;
  /** The buttons, in the words of the page. None is the primary: no answer is better than the others. */
  readonly decisions: readonly { readonly decision: Decision; readonly label: string }[];
  /** The page that declines. */
  readonly decline?: { readonly href: string; readonly label: string };
  /** What a voucher cannot take back goes to a new one. */
  readonly givesNewVoucher: boolean;
  /** The ids of what describes the buttons: the heading, and a note that is read before them. */
  readonly describedBy: string;
  readonly words: DecisionWords;
};

export type DecisionWords = Pick<Messages["RefundRequests"], "working"> & FormProblemWords;

/** The answers to a request, or to a refund that waits at a voucher. */
export function DecisionForm({
  locale,
  id,
  decisions,
  decline,
  givesNewVoucher,
  describedBy,
  words,
}: DecisionFormProps) {
  const form = useSubmission<ResourceState>(decideRequest, UNTOUCHED);
  const hidden = { locale, id, opened: "{}", ...(givesNewVoucher && { newVoucher: 1 }) };
  return (
    <ProblemForm form={form} words={words} hidden={hidden} className="flex flex-wrap gap-3">
      {decisions.map(({ decision, label }) => (
        <Button
          key={decision}
          kind="secondary"
          name="decision"
          value={decision}
          pending={form.pending}
          pendingLabel={words.working}
          aria-describedby={describedBy}
          className="max-sm:w-full"
        >
          {label}
        </Button>
      ))}
      {decline !== undefined && (
        <a
          href={decline.href as Route}
          aria-describedby={describedBy}
          className={buttonClass("secondary", "max-sm:w-full")}
        >
          {decline.label}
        </a>
      )}
    </ProblemForm>
  );
}
