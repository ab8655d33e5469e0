"use client";

import { Fragment } from "react";

type EmailSuggestionProps = {
  readonly suggestion: string | undefined;
  /** "Did you mean {email}?" */
  readonly question: string;
  readonly useIt: string;
  readonly onUse: (email: string) => void;
};

/** A suggestion, not an error: one tap accepts it, and it can be ignored. */
export function EmailSuggestion({ suggestion, question, useIt, onUse }: EmailSuggestionProps) {
  const [before, after] = question.split("{email}");
  return (
    <div role="status" className="-mt-3 text-sm empty:-mt-6">
      {suggestion !== undefined && (
        <p className="flex flex-wrap items-center gap-x-3 rounded-md bg-accent-soft px-4 py-1.5 text-accent-on-soft">
          <span>
            {before}
            {suggestion.split("@").map((part, index) => (
              <Fragment key={part}>{index === 0 ? part : <strong>@{part}</strong>}</Fragment>
            ))}
            {after}
          </span>
          <button
            type="button"
            onClick={() => onUse(suggestion)}
            className="tap font-semibold underline underline-offset-4"
          >
            {useIt}
          </button>
        </p>
      )}
    </div>
  );
}
