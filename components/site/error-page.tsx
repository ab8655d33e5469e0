"use client";

import { createContext, type ReactNode, useContext } from "react";

export type ErrorPageWords = { readonly title: string; readonly text: string; readonly retry: string };

const Words = createContext({} as ErrorPageWords);

/** Gives the error page its texts in advance: when it is shown, the server cannot be called. */
export function ErrorWords({ words, children }: { readonly words: ErrorPageWords; readonly children: ReactNode }) {
  return <Words value={words}>{children}</Words>;
}

export function useErrorWords(): ErrorPageWords {
  return useContext(Words);
}

type ErrorPageProps = {
  /** Renders the page again. Without it the button requests its address again, which needs no script. */
  readonly retry?: () => void;
  /** The query of that address. */
  readonly query?: Readonly<Record<string, string>>;
};

/**
 * A page that could not be rendered, with a button to try again. Every page loads it with the layout, since a separate file would
 * cost more than its code. It uses no other components, which the bundler would copy into the layout's file.
 */
export function ErrorPage({ retry, query = {} }: ErrorPageProps) {
  const words = useErrorWords();
  return (
    <div className="gutter mx-auto max-w-2xl py-12">
      <title>{words.title}</title>
      <div role="alert" className="flex flex-col gap-4 rounded-xl border-2 border-bad bg-surface p-5">
        <h1 className="text-2xl">{words.title}</h1>
        <p>{words.text}</p>
        <form>
          {Object.entries(query).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <button
            type={retry ? "button" : "submit"}
            onClick={retry && (() => retry())}
            className="tap rounded-lg bg-accent px-5 py-3 font-semibold text-accent-on hover:bg-accent-hover"
          >
            {words.retry}
          </button>
        </form>
      </div>
    </div>
  );
}
