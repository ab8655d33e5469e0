"use client";

import type { ReactNode } from "react";
import { FocusPanel } from "#components/ui/focus-panel.tsx";

export type ErrorSummaryProps = {
  /** "There is a problem". */
  readonly title: string;
  /** In the order of the fields; `field` is the id of the input. */
  readonly errors: readonly { readonly field: string; readonly message: string }[];
  readonly announcement: number;
  /** The page's title. The document's title becomes "There is a problem: Your details". */
  readonly pageTitle?: string;
  /** Errors that belong to no field. */
  readonly children?: ReactNode;
};

/** The errors of a form after a failed submit, above the page's heading. It takes focus. */
export function ErrorSummary({ title, errors, announcement, pageTitle, children }: ErrorSummaryProps) {
  return (
    <FocusPanel
      tone="bad"
      announcement={announcement}
      role="alert"
      aria-labelledby="error-summary-title"
      className="mb-8"
    >
      {pageTitle !== undefined && <title>{`${title}: ${pageTitle}`}</title>}
      <h2 id="error-summary-title" className="text-lg">
        {title}
      </h2>
      {children}
      {errors.length > 0 && (
        <ul className="mt-1.5 flex flex-col items-start">
          {errors.map(({ field, message }) => (
            <li key={field}>
              <a href={`#${field}`} className="inline-block py-2 text-bad underline underline-offset-4">
                {message}
              </a>
            </li>
          ))}
        </ul>
      )}
    </FocusPanel>
  );
}
