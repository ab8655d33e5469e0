"use client";

import { ErrorTitle } from "#components/forms/error-title.tsx";
import { SubmissionForm } from "#components/forms/submission-form.tsx";
import { type Lost, useSubmission } from "#components/forms/use-submission.ts";
import { Button } from "#components/ui/button.tsx";
import { INPUT_CLASS } from "#components/ui/field.tsx";
import { type FormAction, UNTOUCHED } from "#lib/forms/form.ts";

type VoucherFormProps = {
  readonly action: FormAction<Record<never, never>>;
  readonly locale: string;
  readonly codeMax: number;
  readonly words: {
    readonly use: string;
    readonly label: string;
    /** For browsers without script, where applying the code empties the card's fields. */
    readonly first: string;
    readonly apply: string;
    readonly lost: Readonly<Record<Lost, string>>;
    /** The page's title. */
    readonly title: string;
  };
};

/** One input for the code of a voucher. It is never filled in again by the server, because the code is worth money. */
export function VoucherForm({ action, locale, codeMax, words }: VoucherFormProps) {
  const submission = useSubmission(action, UNTOUCHED);
  const { state, lost, pending, isCorrected } = submission;
  const refusal = lost === undefined ? state.message : words.lost[lost];
  // A lost connection comes after the correction.
  const error = isCorrected && lost === undefined ? undefined : refusal;
  return (
    <details
      open={refusal !== undefined}
      onToggle={({ currentTarget: box }) => box.open && box.querySelector<HTMLInputElement>("#voucher")?.focus()}
      className="group reserved-only -my-2"
    >
      <summary className="inline-flex min-h-11 items-center text-sm text-accent-text underline underline-offset-4 group-open:hidden">
        {words.use}
      </summary>
      <SubmissionForm submission={submission} hidden={{ locale }} className="flex flex-col gap-2 py-2">
        <label htmlFor="voucher" className="text-sm font-semibold">
          {words.label}
        </label>
        <noscript>
          <p className="text-sm text-ink-muted">{words.first}</p>
        </noscript>
        {error !== undefined && (
          <p id="voucher-error" role="alert" className="text-sm font-medium text-bad">
            <ErrorTitle>{words.title}</ErrorTitle>
            <span>{error}</span>
          </p>
        )}
        <div className="flex gap-2">
          <input
            id="voucher"
            name="voucher"
            type="text"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={codeMax}
            enterKeyHint="go"
            dir="ltr"
            {...(error !== undefined && { "aria-invalid": true, "aria-describedby": "voucher-error" })}
            className={`${INPUT_CLASS} min-w-0 ${error === undefined ? "border-line-strong" : "border-2 border-bad"}`}
          />
          <Button kind="secondary" pending={pending} className="shrink-0">
            {words.apply}
          </Button>
        </div>
      </SubmissionForm>
    </details>
  );
}
