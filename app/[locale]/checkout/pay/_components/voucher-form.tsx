"use client";

import { useSending } from "#components/forms/use-sending.ts";
import type { Lost } from "#components/forms/use-submission.ts";
import { Button } from "#components/ui/button.tsx";
import { INPUT_CLASS } from "#components/ui/field.tsx";

type VoucherFormProps = {
  readonly action: (form: FormData) => Promise<void>;
  readonly locale: string;
  /** Why the voucher that was typed last is not applied. */
  readonly refused: string | undefined;
  readonly words: {
    readonly label: string;
    readonly apply: string;
    readonly lost: Readonly<Record<Lost, string>>;
  };
};

/** One input for the code of a voucher. It is never filled in again by the server, because the code is worth money. */
export function VoucherForm({ action, locale, refused, words }: VoucherFormProps) {
  const { pending, lost, send } = useSending(action);
  const error = lost === undefined ? refused : words.lost[lost];
  return (
    <form action={action} onSubmit={send} className="flex flex-col gap-2 pt-1">
      <input type="hidden" name="locale" value={locale} />
      <label htmlFor="voucher" className="text-sm font-semibold">
        {words.label}
      </label>
      <div className="flex gap-2">
        <input
          id="voucher"
          name="voucher"
          type="text"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={100}
          enterKeyHint="go"
          dir="ltr"
          {...(error !== undefined && { "aria-invalid": true, "aria-describedby": "voucher-error" })}
          className={`${INPUT_CLASS} min-w-0 ${error === undefined ? "border-line-strong" : "border-2 border-bad"}`}
        />
        <Button kind="secondary" pending={pending} className="shrink-0">
          {words.apply}
        </Button>
      </div>
      {error !== undefined && (
        <p id="voucher-error" role="alert" className="text-sm font-medium text-bad">
          {error}
        </p>
      )}
    </form>
  );
}
