"use client";

import { useErrorWords } from "#components/site/error-words.tsx";

/**
 * A page that could not be rendered, with a button to try again. Its words come with the layout. Every page loads this file:
 * without components of its own it has no copy of theirs.
 */
export default function ErrorPage({ retry }: { readonly retry: () => void }) {
  const words = useErrorWords();
  return (
    <div className="gutter mx-auto flex max-w-2xl flex-col gap-6 py-12">
      <title>{words.title}</title>
      <div role="alert" className="flex flex-col gap-4 rounded-xl border-2 border-bad bg-surface p-5">
        <h1 className="text-2xl">{words.title}</h1>
        <p>{words.text}</p>
        <button
          type="button"
          onClick={() => retry()}
          className="tap self-start rounded-lg bg-accent px-5 py-3 font-semibold text-accent-on hover:bg-accent-hover"
        >
          {words.retry}
        </button>
      </div>
    </div>
  );
}
