"use client";

import { useSending } from "#components/use-sending.ts";
import type { Lost } from "#components/use-submission.ts";

type ReleaseFormProps = {
  readonly action: (form: FormData) => Promise<void>;
  readonly locale: string;
  readonly words: {
    readonly release: string;
    readonly releasing: string;
    readonly lost: Readonly<Record<Lost, string>>;
  };
  /** Which of several, for whoever hears the button alone: it holds the visible words. */
  readonly label?: string;
  readonly hidden?: Readonly<Record<string, string | number>>;
};

/** Gives the tickets back at once. */
export function ReleaseForm({ action, locale, words, label, hidden = {} }: ReleaseFormProps) {
  const { pending, lost, send } = useSending(action);
  return (
    <form action={action} onSubmit={send}>
      <input type="hidden" name="locale" value={locale} />
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button
        type="submit"
        aria-label={pending ? undefined : label}
        {...(pending && { "aria-disabled": true })}
        className="inline-flex min-h-11 items-center text-accent-text underline underline-offset-4 aria-disabled:text-ink-faint"
      >
        {pending ? words.releasing : words.release}
      </button>
      {lost !== undefined && (
        <p role="alert" className="max-w-prose pb-2 text-sm font-medium text-bad">
          {words.lost[lost]}
        </p>
      )}
    </form>
  );
}
