"use client";

import { useLayoutEffect, useState } from "react";
import { useErrorWords } from "#components/site/error-page.tsx";
import { fill } from "#lib/i18n/words.ts";

type ErrorTitleProps = {
  /** The page's title. */
  readonly children: string;
};

/**
 * The document's title while a form shows an error: "Error: Your details · Foyer". The first title counts. On the server that is the
 * first of the page; in a browser each new one becomes the first, so this one is renewed after the page's own.
 */
export function ErrorTitle({ children }: ErrorTitleProps) {
  const { titleTemplate, titleWithError } = useErrorWords();
  const [isMounted, setMounted] = useState(false);
  useLayoutEffect(() => setMounted(true), []);
  return (
    <title key={`${isMounted}`}>{fill(titleTemplate, { title: fill(titleWithError, { title: children }) })}</title>
  );
}
