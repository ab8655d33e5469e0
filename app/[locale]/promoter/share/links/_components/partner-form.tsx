"use client";

import type { Messages } from "next-intl";
import { createPartner } from "#app/[locale]/promoter/share/links/actions.ts";
import type { PartnerState } from "#app/[locale]/promoter/share/links/partner-state.ts";
import type { FormProblemWords } from "#components/forms/form-problem.tsx";
import { ProblemForm } from "#components/forms/problem-form.tsx";
import { useSubmission } from "#components/forms/use-submission.ts";
import { Button } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Field } from "#components/ui/field.tsx";
import { FocusPanel } from "#components/ui/focus-panel.tsx";
import { UNTOUCHED } from "#lib/forms/form.ts";

type PartnerFormProps = {
  readonly id: number;
  readonly locale: string;
  readonly hasPartner: boolean;
  /** Of the page that there is. */
  readonly hasRevenue: boolean;
  readonly words: Messages["Links"] & FormProblemWords;
};

/** Creates the page of a partner; once it is there, its address in place of the form. */
export function PartnerForm({ id, locale, hasPartner, hasRevenue, words }: PartnerFormProps) {
  const form = useSubmission<PartnerState>(createPartner, UNTOUCHED);
  const { state, pending } = form;
  if (state.created !== undefined) {
    return (
      <>
        <FocusPanel tone="ok" role="status">
          <p className="font-semibold">{words.partnerCreated}</p>
          <p className="mt-1">{words.shownOnce}</p>
        </FocusPanel>
        <Field
          name="partner"
          label={words.partnerAddress}
          value={state.created}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
          autoComplete="off"
          spellCheck={false}
          dir="ltr"
        />
        <div>
          <CopyButton text={state.created} words={words} />
        </div>
      </>
    );
  }
  return (
    <ProblemForm form={form} words={words} hidden={{ locale, link: id }} className="flex flex-col gap-4">
      <label className="flex min-h-11 items-start gap-3 py-2">
        <input
          type="checkbox"
          name="revenue"
          value="1"
          defaultChecked={hasRevenue}
          className="choice mt-0.5 rounded-xs"
        />
        <span>
          {words.revenue}
          <span className="block text-sm text-ink-muted">{words.revenueHint}</span>
        </span>
      </label>
      {hasPartner && <p className="text-sm text-ink-muted">{words.newEndsOld}</p>}
      <div>
        <Button kind="secondary" pending={pending}>
          {hasPartner ? words.newPartner : words.createPartner}
        </Button>
      </div>
    </ProblemForm>
  );
}
