"use client";

import { useErrorWords } from "#components/site/error-page.tsx";
import { fill } from "#lib/i18n/words.ts";

type ErrorTitleProps = {
  /** The page's title. */
  readonly children: string;
};

/** The document's title while a form shows an error: "Error: Your details · Foyer". It comes before that of the page. */
export function ErrorTitle({ children }: ErrorTitleProps) {
  return <title>{fill(useErrorWords().inTitle, { title: children })}</title>;
}
