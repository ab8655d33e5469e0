"use client";

import type { ReactNode } from "react";
import { FocusPanel } from "#components/ui/focus-panel.tsx";
import type { Lost } from "#components/use-submission.ts";

export type LostWords = Readonly<Record<Lost, string>> & { readonly title: string; readonly refresh: string };

type LostNoticeProps = {
  readonly lost: Lost | undefined;
  readonly turn: number;
  readonly words: LostWords;
  readonly children?: ReactNode;
};

/** The line or the service was lost, and nothing else: no field is at fault, and nothing that was typed is gone. */
export function LostNotice({ lost, turn, words, children }: LostNoticeProps) {
  if (lost === undefined) return null;
  return (
    <FocusPanel tone="warn" role="alert" turn={turn} className="mb-8 flex flex-col gap-2">
      <h2 className="text-lg">{words.title}</h2>
      <p>{words[lost]}</p>
      {lost === "out_of_date" && (
        <button
          type="button"
          onClick={() => window.location.reload()}
          className="tap self-start font-semibold text-accent-text underline underline-offset-4"
        >
          {words.refresh}
        </button>
      )}
      {children}
    </FocusPanel>
  );
}
