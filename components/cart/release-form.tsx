"use client";

import type { ReactNode } from "react";
import { useSending } from "#components/forms/use-sending.ts";
import type { Lost } from "#components/forms/use-submission.ts";

type ReleaseFormProps = {
  readonly action: (form: FormData) => Promise<void>;
  readonly locale: string;
  readonly words: {
    readonly release: string;
    readonly releasing: string;
    /** Closes the `details` around the form, where it asks before it releases. */
    readonly keep?: string;
    readonly lost: Readonly<Record<Lost, string>>;
  };
  /** The accessible name, which says which of several buttons it is. It contains the visible text. */
  readonly label?: string;
  readonly hidden?: Readonly<Record<string, string | number>>;
  /** Looks like a link, a warning button, or a quiet link. */
  readonly tone?: keyof typeof LOOKS;
  readonly children?: ReactNode;
};

/** As a link beside it that looks the same. */
export const QUIET =
  "inline-flex min-h-11 items-center gap-2 text-ink-muted hover:text-ink aria-disabled:text-ink-faint";

const LOOKS = {
  link: "inline-flex min-h-11 items-center text-accent-text underline underline-offset-4 aria-disabled:text-ink-faint",
  bad: "tap inline-flex items-center rounded-md border border-bad px-4 font-semibold text-bad hover:bg-bad-soft aria-disabled:text-ink-faint",
  quiet: QUIET,
  icon: "tap inline-flex items-center justify-center rounded-full text-ink-muted hover:bg-sunken aria-disabled:text-ink-faint",
} as const;

/** A form that releases tickets or removes a code. */
export function ReleaseForm({ action, locale, words, label, hidden = {}, tone = "link", children }: ReleaseFormProps) {
  const { pending, lost, send } = useSending(action);
  return (
    <form action={action} onSubmit={send}>
      {Object.entries({ locale, ...hidden }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className="flex flex-wrap items-center gap-x-5">
        <button
          type="submit"
          aria-label={tone === "icon" && pending ? words.releasing : pending ? undefined : label}
          {...(pending && { "aria-disabled": true })}
          className={LOOKS[tone]}
        >
          {children}
          {tone !== "icon" && <span>{pending ? words.releasing : words.release}</span>}
        </button>
        {words.keep !== undefined && !pending && (
          <button
            type="button"
            onClick={({ currentTarget }) => close(currentTarget)}
            className={`script-only ${QUIET}`}
          >
            {words.keep}
          </button>
        )}
      </div>
      {lost !== undefined && (
        <p role="alert" className="mt-2 max-w-prose pb-2 text-sm font-medium text-bad">
          {words.lost[lost]}
        </p>
      )}
    </form>
  );
}

/** Closes the `details` around a button, and moves the focus to what opened it. */
function close(button: HTMLButtonElement) {
  const asked = button.closest("details");
  if (asked === null) return;
  asked.open = false;
  asked.querySelector("summary")?.focus();
}
