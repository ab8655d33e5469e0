"use client";

import type { Messages } from "next-intl";
import { ErrorTitle } from "#components/forms/error-title.tsx";
import { Hidden } from "#components/forms/hidden.tsx";
import { useActionForm } from "#components/forms/use-action-form.ts";
import { type Lost, useSubmission } from "#components/forms/use-submission.ts";
import { Button } from "#components/ui/button.tsx";
import { INPUT_CLASS } from "#components/ui/field.tsx";
import { type FormAction, UNTOUCHED } from "#lib/forms/form.ts";

type VoucherFormProps = {
  readonly action: FormAction<{ readonly voucher: string }>;
  readonly locale: string;
  readonly codeMax: number;
  readonly words: Messages["Pay"]["voucher"] & {
    readonly lost: Readonly<Record<Lost, string>>;
    /** The page's title. */
    readonly title: string;
  };
};

/** One input for the code of a voucher. It is never filled in again by the server, because the code is worth money. */
export function VoucherForm({ action, locale, codeMax, words }: VoucherFormProps) {
  const form = useActionForm({
    submission: useSubmission(action, UNTOUCHED),
    loadSchema: async () => (await import("../voucher-schema.ts")).voucherSchema(words.missing),
  });
  const { lost, message } = form;
  const error = form.errorOf("voucher") ?? (lost === undefined ? message : words.lost[lost]);
  return (
    <details
      open={form.announcement > 0}
      onToggle={({ currentTarget: box }) => box.open && box.querySelector<HTMLInputElement>("#voucher")?.focus()}
      className="group reserved-only -my-2"
    >
      <summary className="inline-flex min-h-11 items-center text-sm text-accent-text underline underline-offset-4 group-open:hidden">
        {words.use}
      </summary>
      <form {...form.props} className="flex flex-col gap-2 py-2">
        <Hidden fields={{ locale }} />
        <label htmlFor="voucher" className="text-sm font-semibold">
          {words.label}
        </label>
        {/* Without script applying the code empties the card's fields. */}
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
            {...form.register("voucher")}
            id="voucher"
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
          <Button kind="secondary" pending={form.pending} className="shrink-0">
            {words.apply}
          </Button>
        </div>
      </form>
    </details>
  );
}
