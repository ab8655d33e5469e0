"use client";

import { useEffect, useRef } from "react";
import { useSending } from "#components/forms/use-sending.ts";
import type { Lost } from "#components/forms/use-submission.ts";
import { Button } from "#components/ui/button.tsx";
import { INPUT_CLASS } from "#components/ui/field.tsx";

type CodeFormProps = {
  readonly action: (form: FormData) => Promise<void>;
  readonly locale: string;
  /** Typed codes without an effect. */
  readonly typed: string;
  /** One sentence for each reason. */
  readonly refused: readonly string[];
  readonly words: {
    readonly label: string;
    readonly hint: string;
    readonly use: string;
    readonly lost: Readonly<Record<Lost, string>>;
  };
};

/** Whether the visitor has sent a code and not read its answer. The answer may render the form anew. */
let isAnswerAwaited = false;

/** The form of the code field. A typed code stays until it has been applied. A refused one takes the focus. */
export function CodeForm({ action, locale, typed, refused, words }: CodeFormProps) {
  const { pending, lost, send } = useSending(action);
  const errors = lost === undefined ? refused : [words.lost[lost]];
  const isRefused = errors.length > 0;
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!isAnswerAwaited || pending) return;
    isAnswerAwaited = false;
    if (isRefused) field.current?.focus();
  }, [pending, isRefused]);
  return (
    <form
      action={action}
      onSubmit={(event) => {
        isAnswerAwaited = true;
        send(event);
      }}
      className="flex flex-col gap-2"
    >
      <input type="hidden" name="locale" value={locale} />
      <label htmlFor="code" className="text-sm font-semibold">
        {words.label}
      </label>
      <div className="flex gap-2">
        <input
          ref={field}
          id="code"
          name="code"
          type="text"
          defaultValue={typed}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={100}
          enterKeyHint="go"
          aria-invalid={isRefused}
          aria-describedby={isRefused ? "code-error" : "code-hint"}
          className={`${INPUT_CLASS} min-w-0 ${isRefused ? "border-2 border-bad" : "border-line-strong"}`}
        />
        <Button kind="secondary" pending={pending} className="shrink-0">
          {words.use}
        </Button>
      </div>
      {isRefused ? (
        <div id="code-error" role="alert" className="text-sm font-medium text-bad">
          {errors.map((error) => (
            <p key={error}>{error}</p>
          ))}
        </div>
      ) : (
        <p id="code-hint" className="text-xs text-ink-muted">
          {words.hint}
        </p>
      )}
    </form>
  );
}
