"use client";

import { useFormStatus } from "react-dom";

type ReleaseFormProps = {
  readonly action: (form: FormData) => Promise<void>;
  readonly locale: string;
  readonly words: { readonly release: string; readonly releasing: string };
};

/** Gives the tickets back at once. */
export function ReleaseForm({ action, locale, words }: ReleaseFormProps) {
  return (
    <form action={action}>
      <input type="hidden" name="locale" value={locale} />
      <Release {...words} />
    </form>
  );
}

function Release({ release, releasing }: ReleaseFormProps["words"]) {
  const { pending } = useFormStatus();
  return (
    <button
      type="submit"
      {...(pending && { "aria-disabled": true })}
      className="inline-flex min-h-11 items-center text-accent-text underline underline-offset-4 aria-disabled:text-ink-faint"
    >
      {pending ? releasing : release}
    </button>
  );
}
