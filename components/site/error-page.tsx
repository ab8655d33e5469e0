"use client";

import { createContext, type ReactNode, useContext } from "react";
import { fill } from "#lib/i18n/words.ts";

type ErrorPageWords = {
  readonly title: string;
  readonly text: string;
  readonly retry: string;
  /** Where the button leads instead of trying the same page again. */
  readonly retryAt?: string;
  /** Absent in a frame on another page. */
  readonly list?: { readonly href: string; readonly label: string };
  /** The document's title around a page's `{title}`. */
  readonly titleTemplate: string;
  /** A page's title after a form came back with an error, around `{title}`. */
  readonly titleWithError: string;
};

const Words = createContext({} as ErrorPageWords);

/** Gives the error page its texts in advance: when it is shown, the server cannot be called. */
export function ErrorWords({ words, children }: { readonly words: ErrorPageWords; readonly children: ReactNode }) {
  return <Words value={words}>{children}</Words>;
}

export function useErrorWords(): ErrorPageWords {
  return useContext(Words);
}

export type PlaceWords = Pick<ErrorPageWords, "title" | "text"> & Partial<Pick<ErrorPageWords, "retry" | "retryAt">>;

type ErrorPageProps = {
  /** What this place says instead of the words for every page. */
  readonly words?: PlaceWords | undefined;
  /** Renders the page again. Without it the button requests its address again, which needs no script. */
  readonly retry?: () => void;
  /** The query of that address. */
  readonly query?: Readonly<Record<string, string>>;
  /** The next events stand below, in place of the link to them. */
  readonly isListBelow?: boolean;
  /** Whether it stands inside a page, which has the margins. */
  readonly isInPage?: boolean;
};

/**
 * A page that could not be rendered, with a button to try again. Every page loads it with the layout, since a separate file would
 * cost more than its code. It uses no other components, which the bundler would copy into the layout's file.
 */
export function ErrorPage({ words, retry, query = {}, isListBelow = false, isInPage = false }: ErrorPageProps) {
  const { title, text, retry: again, retryAt, list, titleTemplate } = { ...useErrorWords(), ...words };
  const onRetry = retryAt === undefined ? retry : undefined;
  return (
    <div className={isInPage ? "pt-6 sm:pt-10" : "gutter mx-auto w-full max-w-6xl pt-10 sm:pt-16"}>
      <title>{fill(titleTemplate, { title })}</title>
      <div role="alert" className="flex max-w-3xl flex-col items-start gap-5">
        <h1 className="text-3xl">{title}</h1>
        <p className="max-w-2xl text-lg text-pretty text-ink-muted">{text}</p>
        <form action={retryAt} className="flex flex-wrap items-center gap-3">
          {Object.entries(query).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <button
            type={onRetry ? "button" : "submit"}
            onClick={onRetry && (() => onRetry())}
            className="tap rounded-lg bg-accent px-5 py-3 font-semibold text-accent-on hover:bg-accent-hover"
          >
            {again}
          </button>
          {list && !isListBelow && (
            <a
              href={list.href}
              className="tap rounded-lg border border-line-strong bg-surface px-5 py-3 font-semibold no-underline hover:bg-sunken"
            >
              {list.label}
            </a>
          )}
        </form>
      </div>
    </div>
  );
}
