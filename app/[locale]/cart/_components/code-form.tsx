"use client";

import { Button } from "#components/ui/button.tsx";
import { INPUT_CLASS } from "#components/ui/field.tsx";
import { useSending } from "#components/use-sending.ts";
import type { Lost } from "#components/use-submission.ts";

type CodeFormProps = {
  readonly action: (form: FormData) => Promise<void>;
  readonly locale: string;
  /** Why the codes are as they were. */
  readonly refused: string | undefined;
  readonly words: {
    readonly label: string;
    readonly hint: string;
    readonly use: string;
    readonly lost: Readonly<Record<Lost, string>>;
  };
};

/** What was typed into it stays until it was used. */
export function CodeForm({ action, locale, refused, words }: CodeFormProps) {
  const { pending, lost, send } = useSending(action);
  const told = lost === undefined ? refused : words.lost[lost];
  return (
    <form action={action} onSubmit={send} className="flex flex-col gap-1.5 pt-1 pb-2">
      <input type="hidden" name="locale" value={locale} />
      <label htmlFor="code" className="font-semibold">
        {words.label}
      </label>
      <p id="code-hint" className="text-ink-muted">
        {words.hint}
      </p>
      {told !== undefined && (
        <p role="alert" className="font-medium text-bad">
          {told}
        </p>
      )}
      <div className="flex gap-3">
        <input
          id="code"
          name="code"
          type="text"
          required
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={100}
          enterKeyHint="go"
          aria-describedby="code-hint"
          className={`${INPUT_CLASS} min-w-0 border-line-strong`}
        />
        <Button kind="secondary" pending={pending} className="shrink-0">
          {words.use}
        </Button>
      </div>
    </form>
  );
}
