"use client";

import { useEffect, useEffectEvent, useRef, useState } from "react";
import { ErrorTitle } from "#components/forms/error-title.tsx";
import { Hidden } from "#components/forms/hidden.tsx";
import { type Lost, useSubmission } from "#components/forms/use-submission.ts";
import { Button } from "#components/ui/button.tsx";
import { INPUT_CLASS } from "#components/ui/field.tsx";
import { type FormAction, UNTOUCHED } from "#lib/forms/form.ts";

type CodeFormProps = {
  readonly action: FormAction<object>;
  readonly locale: string;
  /** Typed codes without an effect, or without an answer. */
  readonly typed: string;
  /** Why they have none, one sentence for each. */
  readonly reasons: readonly string[];
  readonly words: {
    readonly add: string;
    readonly label: string;
    readonly hint: string;
    readonly use: string;
    readonly lost: Readonly<Record<Lost, string>>;
    /** The page's title. */
    readonly title: string;
  };
};

/**
 * The code field, closed until it is needed, and again after a code was accepted. A typed code stays until it has been applied. A
 * refused one takes the focus. Any text may be a code, so nothing is checked before it is sent.
 */
export function CodeForm({ action, locale, typed, reasons, words }: CodeFormProps) {
  const form = useSubmission(action, UNTOUCHED);
  const { message, lost, announcement, pending } = form;
  const refusal = lost === undefined ? message : words.lost[lost];
  const errors = refusal === undefined ? reasons : [refusal, ...reasons];
  /** What the field had when another code was typed in it. */
  const [correctedIn, setCorrectedIn] = useState<string>();
  const answer = `${announcement} ${typed}`;
  const isRefused = errors.length > 0;
  const isShown = isRefused && correctedIn !== answer;
  const field = useRef<HTMLInputElement>(null);

  const onAnswer = useEffectEvent((input: HTMLInputElement) => {
    if (refusal === undefined) input.value = typed;
    if (isRefused) return input.focus();
    const box = input.closest("details");
    const hadFocus = box?.contains(document.activeElement) === true;
    // Closed by the script alone: a form without one is a new page, with a closed box.
    box?.removeAttribute("open");
    if (hadFocus) box.querySelector("summary")?.focus();
  });
  useEffect(() => {
    if (announcement > 0 && field.current) onAnswer(field.current);
  }, [announcement]);

  return (
    <details
      open={isRefused || typed !== "" || undefined}
      onToggle={({ currentTarget: box }) => box.open && field.current?.focus()}
      className="group reserved-only -my-2"
    >
      <summary className="inline-flex min-h-11 items-center text-sm text-accent-text underline underline-offset-4 group-open:hidden">
        {words.add}
      </summary>
      <form {...form.props} className="flex flex-col gap-2 py-2">
        <Hidden fields={{ locale }} />
        <label htmlFor="code" className="text-sm font-semibold">
          {words.label}
        </label>
        <div className="flex gap-2">
          <input
            key={typed}
            ref={field}
            id="code"
            name="code"
            type="text"
            defaultValue={typed}
            onInput={() => setCorrectedIn(answer)}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={100}
            enterKeyHint="go"
            aria-invalid={isShown}
            aria-describedby={isShown ? "code-error" : "code-hint"}
            className={`${INPUT_CLASS} min-w-0 ${isShown ? "border-2 border-bad" : "border-line-strong"}`}
          />
          <Button kind="secondary" pending={pending} className="shrink-0">
            {words.use}
          </Button>
        </div>
        {isShown ? (
          <div id="code-error" role="alert" className="text-sm font-medium text-bad">
            <ErrorTitle>{words.title}</ErrorTitle>
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
    </details>
  );
}
