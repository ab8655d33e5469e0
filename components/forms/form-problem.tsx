"use client";

import type { ReactNode } from "react";
import { ConnectionProblem, type ConnectionWords } from "#components/forms/connection-problem.tsx";
import { ErrorTitle } from "#components/forms/error-title.tsx";
import type { SentForm } from "#components/forms/use-submission.ts";
import { FocusPanel } from "#components/ui/focus-panel.tsx";

export type FormProblemWords = {
  /** The page's title. The document's title gets "Error:" in front of it. */
  readonly title: string;
  /** "There is a problem". */
  readonly problem: string;
  readonly lost: ConnectionWords;
};

type FormProblemProps = {
  readonly form: Pick<SentForm, "openErrors" | "lost" | "announcement"> & { readonly message: ReactNode };
  readonly words: FormProblemWords;
  /** Below a connection problem. */
  readonly connectionHelp?: ReactNode;
};

/** Why a submit did not succeed: no connection, errors of fields, or the server's message. It takes the focus. */
export function FormProblem({ form, words, connectionHelp }: FormProblemProps) {
  const { openErrors, message, lost, announcement } = form;
  const { title, problem } = words;
  const isProblem = openErrors.length > 0 || message !== undefined || lost !== undefined;
  return (
    <>
      {isProblem && <ErrorTitle>{title}</ErrorTitle>}
      <ConnectionProblem lost={lost} announcement={announcement} words={words.lost}>
        {connectionHelp}
      </ConnectionProblem>
      {openErrors.length > 0 && (
        <FocusPanel
          tone="bad"
          announcement={announcement}
          role="alert"
          aria-labelledby="error-summary-title"
          className="mb-8"
        >
          <h2 id="error-summary-title" className="text-lg">
            {problem}
          </h2>
          <ul className="mt-1.5 flex flex-col items-start">
            {openErrors.map(({ field, message }) => (
              <li key={field}>
                <a href={`#${field}`} className="inline-block py-2 text-bad underline underline-offset-4">
                  {message}
                </a>
              </li>
            ))}
          </ul>
        </FocusPanel>
      )}
      {openErrors.length === 0 && lost === undefined && message !== undefined && (
        <FocusPanel tone="bad" role="alert" announcement={announcement} className="mb-8">
          <h2 className="text-lg">{problem}</h2>
          <p className="mt-1.5">{message}</p>
        </FocusPanel>
      )}
    </>
  );
}
