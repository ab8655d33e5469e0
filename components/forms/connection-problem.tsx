"use client";

import type { ReactNode } from "react";
import type { Lost } from "#components/forms/use-submission.ts";
import { FocusPanel } from "#components/ui/focus-panel.tsx";

export type ConnectionWords = Readonly<Record<Lost, string>> & { readonly title: string; readonly refresh: string };

type ConnectionProblemProps = {
  readonly lost: Lost | undefined;
  readonly announcement: number;
  readonly words: ConnectionWords;
  /** Help where it is not known whether the submit arrived. */
  readonly children?: ReactNode;
};

/**
 * Shows that a submit got no answer, or did nothing because its page was made by another build. No field is wrong, and everything
 * that was typed is still there.
 */
export function ConnectionProblem({ lost, announcement, words, children }: ConnectionProblemProps) {
  if (lost === undefined) return null;
  const isOutOfDate = lost === "out_of_date";
  return (
    <FocusPanel tone="warn" role="alert" announcement={announcement} className="mb-8 flex flex-col gap-2">
      {!isOutOfDate && <h2 className="text-lg">{words.title}</h2>}
      <p>{words[lost]}</p>
      {isOutOfDate ? (
        <button
          type="button"
          onClick={() => window.location.reload()}
          className="tap self-start font-semibold underline underline-offset-4"
        >
          {words.refresh}
        </button>
      ) : (
        children
      )}
    </FocusPanel>
  );
}
