"use client";

import { useFormStatus } from "react-dom";

type ReleaseFormProps = {
  readonly action: (form: FormData) => Promise<void>;
  readonly locale: string;
  readonly words: { readonly release: string; readonly releasing: string };
  /** Which of several, for whoever hears the button alone: it holds the visible words. */
  readonly label?: string;
  readonly hidden?: Readonly<Record<string, string | number>>;
};

/** Gives the tickets back at once. */
export function ReleaseForm({ action, locale, words, label, hidden = {} }: ReleaseFormProps) {
  return (
    <form action={action}>
      <input type="hidden" name="locale" value={locale} />
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Release {...words} label={label} />
    </form>
  );
}

function Release({ release, releasing, label }: ReleaseFormProps["words"] & { readonly label: string | undefined }) {
  const { pending } = useFormStatus();
  return (
    <button
      type="submit"
      aria-label={pending ? undefined : label}
      {...(pending && { "aria-disabled": true })}
      // A second answer, that nothing was left to release, would take the place of the first.
      onClick={(event) => pending && event.preventDefault()}
      className="inline-flex min-h-11 items-center text-accent-text underline underline-offset-4 aria-disabled:text-ink-faint"
    >
      {pending ? releasing : release}
    </button>
  );
}
